import { openSync } from 'node:fs'
import { type LoggerOptions, pino } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { createLineWriter } from './line-writer.ts'

/** A second guard: nothing is meant to log these, and if something does, they are not readable. */
const secrets = [
  'apiKey',
  'signingSecret',
  'callbackSigningSecret',
  'clientSecret',
  'headers.authorization',
  'headers["x-api-key"]',
]
const redact = { paths: [...secrets, ...secrets.map(path => `*.${path}`)], censor: '[redacted]' }

/** The framework announces its address by itself; we do so in our own way. */
const hooks: NonNullable<LoggerOptions['hooks']> = {
  logMethod(args, method) {
    if (!String(args[0]).startsWith('Server listening at')) method.apply(this, args)
  },
}

/** One JSON object a line, for machines. */
export function createLogger(level: string) {
  const output = createLineWriter(1)
  return {
    log: pino({ level, base: null, redact, hooks }, output),
    linesDropped: output.dropped,
    end: output.end,
  }
}

/** The same lines for a person at a terminal, and as they are in a file, to search and `tail`. */
export function createReadableLogger(level: string, color: boolean, file: string) {
  const readable = prettyFactory({
    colorize: color,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
    singleLine: true,
  })
  const terminal = createLineWriter(1)
  const kept = createLineWriter(openSync(file, 'a', 0o600))
  let isMuted = false
  const both = {
    write(line: string) {
      if (!isMuted) terminal.write(readable(line))
      kept.write(line)
    },
  }
  return {
    log: pino({ level, base: null, redact, hooks }, both),
    /** The terminal shows nothing meanwhile; the file gets everything. */
    mute(muted: boolean): void {
      isMuted = muted
    },
    linesDropped: () => terminal.dropped() + kept.dropped(),
    async end(): Promise<void> {
      await Promise.all([terminal.end(), kept.end()])
    },
  }
}
