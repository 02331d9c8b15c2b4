import type { FastifyBaseLogger } from 'fastify'

type Facts = Record<string, unknown>
type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/**
 * A logger that adds facts to every line. The library's own children cost more to make than the one line that most
 * requests write.
 */
export function withFacts(log: FastifyBaseLogger, facts: Facts): FastifyBaseLogger {
  const write =
    (level: Level) =>
    (first: unknown, ...rest: [string?, ...unknown[]]) => {
      if (typeof first === 'string') return log[level](facts, first, ...rest)
      if (first instanceof Error) return log[level]({ ...facts, err: first }, first.message, ...rest)
      log[level]({ ...facts, ...(first as Facts) }, ...rest)
    }
  return {
    get level() {
      return log.level
    },
    trace: write('trace'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
    silent: log.silent,
    child: more => withFacts(log, { ...facts, ...more }),
  } as FastifyBaseLogger
}
