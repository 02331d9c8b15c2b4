import { once } from 'node:events'
import { type Level, type Logger, type LoggerOptions, pino } from 'pino'
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

/** The same lines for a person at a terminal, and in a file for `svcpay logs`. */
export function createReadableLogger(level: string, color: boolean, file: string): Logger {
  const terminal = PinoPretty({
    colorize: color,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
    singleLine: true,
    sync: true,
  })
  const kept = pino.destination({ dest: file, sync: true, mode: 0o600 })
  const lowest = 'trace' // what is logged at all is for the logger to say
  const streams = [terminal, kept].map(stream => ({ stream, level: lowest as Level }))
  return pino({ level, base: null, redact, hooks }, pino.multistream(streams))
}
