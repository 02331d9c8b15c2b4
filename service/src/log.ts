import { once } from 'node:events'
import { type Logger, type LoggerOptions, pino } from 'pino'
import { PinoPretty } from 'pino-pretty'

/** A second guard: nothing is meant to log these, and if something does, they are not readable. */
const redact = {
  paths: [
    'apiKey',
    'signingSecret',
    'callbackSigningSecret',
    'clientSecret',
    'headers.authorization',
    'headers["x-api-key"]',
    '*.apiKey',
    '*.signingSecret',
    '*.clientSecret',
    '*.headers.authorization',
    '*.headers["x-api-key"]',
  ],
  censor: '[redacted]',
}

/** The framework announces its address by itself; we do so in our own way. */
const hooks: NonNullable<LoggerOptions['hooks']> = {
  logMethod(args, method) {
    if (!String(args[0]).startsWith('Server listening at')) method.apply(this, args)
  },
}

/** One JSON object a line, for machines. Lines are written beside the work; `end` waits for the last one. */
export function createLogger(level: string): { log: Logger; end(): Promise<void> } {
  const stream = pino.destination({ fd: 1, sync: false })
  return {
    log: pino({ level, base: null, redact, hooks }, stream),
    async end() {
      stream.end()
      await once(stream, 'close')
    },
  }
}

/** The same lines for a person at a terminal. */
export function createReadableLogger(level: string, color: boolean): Logger {
  const stream = PinoPretty({
    colorize: color,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
    singleLine: true,
    sync: true,
  })
  return pino({ level, base: null, redact, hooks }, stream)
}
