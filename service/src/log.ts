import { openSync } from 'node:fs'
import { type LoggerOptions, pino } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { createLineWriter } from './line-writer.ts'

/** A second line of defense: nothing should log these, and if something does, they are redacted. */
const secrets = [
  'apiKey',
  'signingSecret',
  'callbackSigningSecret',
  'clientSecret',
  'headers.authorization',
  'headers["x-api-key"]',
]
const redact = { paths: [...secrets, ...secrets.map(path => `*.${path}`)], censor: '[redacted]' }

/** Drops the framework's own announcement of its address; ours replaces it. */
const hooks: NonNullable<LoggerOptions['hooks']> = {
  logMethod(args, method) {
    if (!String(args[0]).startsWith('Server listening at')) method.apply(this, args)
  },
}

/** Writes one JSON object per line, for machines. */
export function createLogger(level: string) {
  const output = createLineWriter(1)
  return {
    log: pino({ level, base: null, redact, hooks }, output),
    linesDropped: output.dropped,
    end: output.end,
  }
}

/** Writes the same lines in readable form to a terminal, and as JSON to a file, to search and `tail`. */
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
    /** While muted, the terminal shows nothing; the file still gets everything. */
    mute(muted: boolean): void {
      isMuted = muted
    },
    linesDropped: () => terminal.dropped() + kept.dropped(),
    async end(): Promise<void> {
      await Promise.all([terminal.end(), kept.end()])
    },
  }
}
