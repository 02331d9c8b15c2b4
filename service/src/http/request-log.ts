import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from './doors/arrival.ts'

/** One line a request. Headers, bodies and query strings stay out of it: they carry secrets. */
export function addRequestLog(app: FastifyInstance): void {
  // its facts are chosen one by one: to look through each line for secrets cost a thirteenth of a read
  const log = app.log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.routeOptions.config.always || reply.statusCode >= 400) logRequest(request, reply, log)
    done()
  })
}

export function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  log: FastifyBaseLogger = request.log,
): void {
  log.info(
    {
      ...factsOf(request.log),
      method: request.method,
      path: withoutSecrets(request.url.split('?', 1)[0] ?? ''),
      address: addressOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    'request',
  )
}

/** No secret of ours is shorter. */
const shortest = 20
const harmless = /^((?!whsec_|[a-z]k_)[a-z]{2,8}_[0-9A-Za-z]{1,32}|[a-z0-9-]+\.(js|css|png|svg|json))$/
const publicPart = /^svc_(live|op|ses|code)_[0-9a-z]{26}_/

/** People paste keys and tokens into paths: what is long is logged only if it is an id or the name of a file. */
function withoutSecrets(path: string): string {
  const shown = (part: string) => part.length < shortest || harmless.test(part)
  return path
    .split('/')
    .map(part => (shown(part) ? part : `${publicPart.exec(part)?.[0] ?? ''}[redacted]`))
    .join('/')
}

type Facts = Record<string, unknown>
type More = [string?, ...unknown[]]

/**
 * A logger that adds facts to every line. The library's own children cost more to make than the one line that most
 * requests write.
 */
export function withFacts(log: FastifyBaseLogger, facts: Facts): FastifyBaseLogger {
  return new LoggerWithFacts(log, facts) as unknown as FastifyBaseLogger
}

/** What is added to every line of this logger. */
function factsOf(log: FastifyBaseLogger): Facts {
  return log instanceof LoggerWithFacts ? log.facts : {}
}

class LoggerWithFacts {
  readonly #log: FastifyBaseLogger
  readonly facts: Facts

  constructor(log: FastifyBaseLogger, facts: Facts) {
    this.#log = log
    this.facts = facts
  }

  get level(): string {
    return this.#log.level
  }

  child(more: Facts): LoggerWithFacts {
    return new LoggerWithFacts(this.#log, { ...this.facts, ...more })
  }

  trace(first: unknown, ...rest: More): void {
    this.#log.trace(...this.#line(first, rest))
  }

  debug(first: unknown, ...rest: More): void {
    this.#log.debug(...this.#line(first, rest))
  }

  info(first: unknown, ...rest: More): void {
    this.#log.info(...this.#line(first, rest))
  }

  warn(first: unknown, ...rest: More): void {
    this.#log.warn(...this.#line(first, rest))
  }

  error(first: unknown, ...rest: More): void {
    this.#log.error(...this.#line(first, rest))
  }

  fatal(first: unknown, ...rest: More): void {
    this.#log.fatal(...this.#line(first, rest))
  }

  silent(): void {}

  #line(first: unknown, rest: More): [Facts, ...More] {
    if (typeof first === 'string') return [this.facts, first, ...rest]
    if (first instanceof Error) return [{ ...this.facts, err: first }, first.message, ...rest]
    return [{ ...this.facts, ...(first as Facts) }, ...rest]
  }
}
