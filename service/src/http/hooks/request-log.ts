import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '../doors/arrival.ts'
import { isProbe } from '../doors/limits.ts'

/** Writes one line per request, without headers, bodies and query strings, which carry secrets. */
export function addRequestLog(app: FastifyInstance): void {
  const log = withoutRedaction(app.log)
  app.addHook('onResponse', (request, reply, done) => {
    if (!isProbe(request) || reply.statusCode >= 400) logRequest(request, reply, log)
    done()
  })
}

/** For lines whose fields are chosen one by one. Searching them for secrets would take about 8% of a GET's time. */
export const withoutRedaction = (log: FastifyBaseLogger) => log.child({}, { redact: [] })

/** Writes a line with the fields of the request's own logger. */
export function logFacts(log: FastifyBaseLogger, request: FastifyRequest, facts: object, text: string): void {
  log.info(request.log instanceof BoundLog ? request.log.bound(facts) : facts, text)
}

export function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  log: FastifyBaseLogger = request.log,
): void {
  const facts = {
    method: request.method,
    path: withoutSecrets(request.url.split('?', 1)[0] ?? ''),
    address: addressOf(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  }
  logFacts(log, request, facts, 'request')
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

/**
 * A logger that adds bindings to every line. A child logger of pino would cost more than the one line that most
 * requests write.
 */
class BoundLog {
  readonly level: string
  readonly log: FastifyBaseLogger
  readonly bindings: Bindings

  constructor(log: FastifyBaseLogger, bindings: Bindings) {
    this.level = log.level
    this.log = log
    this.bindings = bindings
  }

  bound(more: object): Bindings {
    return Object.assign({}, this.bindings, more)
  }

  child(more: Bindings): BoundLog {
    return new BoundLog(this.log, this.bound(more))
  }

  silent(): void {}
}

for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) {
  const write = function (this: BoundLog, first: object | string, ...rest: [string?, ...unknown[]]): void {
    if (typeof first === 'string') this.log[level](this.bindings, first, ...rest)
    else if (first instanceof Error) this.log[level](this.bound({ err: first }), first.message, ...rest)
    else this.log[level](this.bound(first), ...rest)
  }
  Object.defineProperty(BoundLog.prototype, level, { value: write })
}

export const withBindings = (log: FastifyBaseLogger, bindings: Bindings) =>
  new BoundLog(log, bindings) as object as FastifyBaseLogger
