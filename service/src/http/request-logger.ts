import type { FastifyBaseLogger } from 'fastify'

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
export function factsOf(log: FastifyBaseLogger): Facts {
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
