import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from './doors/arrival.ts'

/** One line per request, without headers, bodies and query strings, which carry secrets. */
export function addRequestLog(app: FastifyInstance): void {
  // Its fields are chosen one by one, so it needs no redaction, which would cost a thirteenth of a read.
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
      ...bindingsOf(request.log),
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
const shortestSecret = 20
const harmless = /^((?!whsec_|[a-z]k_)[a-z]{2,8}_[0-9A-Za-z]{1,32}|[a-z0-9-]+\.(js|css|png|svg|json))$/
const publicPart = /^svc_[a-z]+_[0-9a-z]{26}_/

/** People paste keys and tokens into paths, so a long part is logged only if it is an id or a file name. */
function withoutSecrets(path: string): string {
  const shown = (part: string) => part.length < shortestSecret || harmless.test(part)
  return path
    .split('/')
    .map(part => (shown(part) ? part : `${publicPart.exec(part)?.[0] ?? ''}[redacted]`))
    .join('/')
}

type Bindings = Record<string, unknown>
type More = [string?, ...unknown[]]

/**
 * A logger that adds bindings to every line. A child logger of pino would cost more than the one line that most
 * requests write.
 */
export function withBindings(log: FastifyBaseLogger, bindings: Bindings): FastifyBaseLogger {
  return new LoggerWithBindings(log, bindings) as unknown as FastifyBaseLogger
}

/** What this logger adds to every line. */
function bindingsOf(log: FastifyBaseLogger): Bindings {
  return log instanceof LoggerWithBindings ? log.bindings : {}
}

class LoggerWithBindings {
  readonly #log: FastifyBaseLogger
  readonly bindings: Bindings

  constructor(log: FastifyBaseLogger, bindings: Bindings) {
    this.#log = log
    this.bindings = bindings
  }

  get level(): string {
    return this.#log.level
  }

  child(more: Bindings): LoggerWithBindings {
    return new LoggerWithBindings(this.#log, { ...this.bindings, ...more })
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

  #line(first: unknown, rest: More): [Bindings, ...More] {
    if (typeof first === 'string') return [this.bindings, first, ...rest]
    if (first instanceof Error) return [{ ...this.bindings, err: first }, first.message, ...rest]
    return [{ ...this.bindings, ...(first as Bindings) }, ...rest]
  }
}
