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
  const gathered = gatherLines(stream)
  return {
    log: pino({ level, base: null, redact, hooks }, gathered),
    async end() {
      gathered.flush()
      stream.end()
      await once(stream, 'close')
    },
  }
}

/** What is logged in a turn of the event loop is written at once: a write costs more than a line does. */
function gatherLines(stream: { write(text: string): unknown }) {
  let lines = ''
  function flush(): void {
    if (lines !== '') stream.write(lines)
    lines = ''
  }
  // before the stream itself writes what it has left
  process.prependOnceListener('exit', flush)
  return {
    flush,
    write(line: string): void {
      if (lines === '') setImmediate(flush)
      lines += line
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
