import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '../doors/arrival.ts'
import { isProbe } from '../doors/limits.ts'

/** Writes one line per request, without headers, bodies and query strings, which carry secrets. */
export function addRequestLog(app: FastifyInstance): void {
  // The fields are chosen one by one, so the line needs no redaction, which would cost a thirteenth of a GET.
  const log = app.log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    if (!isProbe(request) || reply.statusCode >= 400) logRequest(request, reply, log)
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
type Rest = [string?, ...unknown[]]
type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

const ownBindings = Symbol('bindings')

/**
 * A logger that adds bindings to every line. A child logger of pino would cost more than the one line that most
 * requests write.
 */
export function withBindings(log: FastifyBaseLogger, bindings: Bindings): FastifyBaseLogger {
  const at =
    (level: Level) =>
    (first: unknown, ...rest: Rest) => {
      if (typeof first === 'string') log[level](bindings, first, ...rest)
      else if (first instanceof Error) log[level]({ ...bindings, err: first }, first.message, ...rest)
      else log[level]({ ...bindings, ...(first as Bindings) }, ...rest)
    }
  return {
    [ownBindings]: bindings,
    level: log.level,
    child: (more: Bindings) => withBindings(log, { ...bindings, ...more }),
    trace: at('trace'),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
    silent() {},
  } as FastifyBaseLogger
}

/** The bindings that this logger adds to every line. */
function bindingsOf(log: object): Bindings {
  return ownBindings in log ? (log[ownBindings] as Bindings) : {}
}
