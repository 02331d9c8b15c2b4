import { open, stat } from 'node:fs/promises'
import { Command } from 'commander'
import { dataDirOf } from '../access.ts'
import { CommandFault, type Context } from '../context.ts'
import { logFileOf } from '../instance.ts'
import { integer } from '../operator-command.ts'

/** A line of the service's log: a request, or something worth telling. */
interface LogLine {
  level: number
  time: number
  msg: string
  traceId?: string
  method?: string
  path?: string
  status?: number
  ms?: number
  [fact: string]: unknown
}

interface Filter {
  status?: string
  method?: string
  path?: string
  trace?: string
  errors?: boolean
}

export function logsCommand(context: Context): Command {
  return new Command('logs')
    .description('print requests and failures of the running svcpay up, live')
    .option('--status <status>', 'only requests answered so, such as 404 or 4xx')
    .option('--method <method>', 'only this method, such as POST')
    .option('--path <text>', 'only paths that contain this')
    .option('--trace <traceId>', 'only this trace id')
    .option('--errors', 'only failures: answers of 400 and above, warnings and errors')
    .option('--lines <n>', 'how many earlier lines to print first', integer, 20)
    .option('--no-follow', 'stop after the earlier lines')
    .option('--json', 'print each line as JSON')
    .action(async ({ lines, follow, json, ...filter }) => {
      const file = logFileOf(dataDirOf(context))
      const read = (text: string) => {
        const line = parse(text)
        return line && matches(line, filter) ? (json ? text : describe(line)) : null
      }
      const stop = await followFile(file, { earlier: lines, read, print: context.print }).catch(() => {
        throw new CommandFault(
          `There is no log at ${file}: start svcpay up, or set SVC_DATA_DIR. (svcpay serve logs to its standard output.)`,
        )
      })
      if (follow) await context.stopRequested
      stop()
    })
}

function parse(text: string): LogLine | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function matches({ level, status, method, path, traceId }: LogLine, filter: Filter): boolean {
  const pattern = filter.status && new RegExp(`^${filter.status.replaceAll(/x/gi, '\\d')}$`)
  if (pattern && !pattern.test(`${status ?? ''}`)) return false
  if (filter.method && method?.toUpperCase() !== filter.method.toUpperCase()) return false
  if (filter.path && !path?.includes(filter.path)) return false
  if (filter.trace && traceId !== filter.trace) return false
  return !filter.errors || level >= 40 || (status ?? 0) >= 400
}

const names: Record<number, string> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}

function describe({ level, time, msg, traceId, ...facts }: LogLine): string {
  const clock = new Date(time).toISOString().slice(11, 19)
  if (msg === 'request') {
    const { method, path, status, ms } = facts
    return `${clock}  ${status}  ${method} ${path}  ${ms} ms  ${traceId}`
  }
  const rest = Object.entries({ traceId, ...facts }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  const said = rest.map(
    ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  return [`${clock}  ${names[level] ?? level}  ${msg}`, ...said].join('  ')
}

const askEveryMs = 200

/**
 * Prints what `read` makes of the last lines of a file, and then of each new line, until the returned function is
 * called. A file that was begun anew is read anew.
 */
async function followFile(
  file: string,
  options: { earlier: number; read: (line: string) => string | null; print: (text: string) => void },
): Promise<() => void> {
  let position = 0
  let rest = ''
  const readOn = async (): Promise<string[]> => {
    const { size } = await stat(file)
    if (size < position) position = 0
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - position), { position })
      position += bytesRead
      const lines = (rest + buffer.toString('utf8', 0, bytesRead)).split('\n')
      rest = lines.pop() ?? ''
      return lines.map(options.read).filter(text => text !== null)
    } finally {
      await handle.close()
    }
  }
  const earlier = await readOn()
  for (const text of options.earlier === 0 ? [] : earlier.slice(-options.earlier)) options.print(text)
  let reading = false
  const timer = setInterval(() => {
    if (reading) return
    reading = true
    readOn()
      .then(lines => lines.forEach(options.print))
      .catch(() => {}) // away while it is begun anew
      .finally(() => {
        reading = false
      })
  }, askEveryMs)
  return () => clearInterval(timer)
}
