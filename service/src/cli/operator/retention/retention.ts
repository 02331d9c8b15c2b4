import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import type { Db } from '../../../db/db.ts'
import { CommandFault, type Context, watchForStop } from '../../context.ts'
import { withDatabase } from '../../database.ts'
import { counted, table } from '../../output.ts'
import { readArchive } from './archive.ts'
import type { Movable } from './movable.ts'
import { type Moved, movables, moveOut } from './move-out.ts'
import { timeDaysAgo } from './scope.sql.ts'

/** The processor repeats and lists events for this long, and recent payments may need investigating. */
const minDays = 30
const progressEvery = 10_000

interface RetentionOptions {
  /** In days. */
  olderThan?: number
  archive?: string
  dryRun?: boolean
  json?: boolean
}

export function retentionCommand(context: Context): Command {
  return new Command('retention')
    .description('move old event bodies, callback attempts and operation details to an archive')
    .option('--older-than <days>', 'the age from which they are moved, such as 400d', daysIn)
    .option('--archive <folder>', 'where to write the archive')
    .option('--dry-run', 'only count what would be moved')
    .option('--json', 'print the answer as JSON')
    .action(async (options: RetentionOptions) => retain(context, options))
    .addCommand(
      new Command('restore')
        .description('put back what an archive holds')
        .argument('<file>')
        .option('--json', 'print the answer as JSON')
        .action(async (file: string, _options: object, command: Command) => {
          // the parent has taken it: it has an option of the same name
          const { json } = command.optsWithGlobals<RetentionOptions>()
          const result = await withDatabase(context, db => putBack(db, resolve(context.cwd, file)))
          context.print(json ? JSON.stringify(result, null, 2) : describeRestored(result))
        }),
    )
}

async function retain(
  context: Context,
  { olderThan, archive, dryRun = false, json }: RetentionOptions,
): Promise<void> {
  if (olderThan === undefined)
    throw new CommandFault('Pass --older-than with a number of days, such as 400d.')
  if (!dryRun && archive === undefined)
    throw new CommandFault('Pass --archive with a folder, or --dry-run to see what would be moved.')
  const isStopped = watchForStop(context)
  const moved = await withDatabase(context, async db =>
    moveOut(db, {
      cutoff: await timeDaysAgo(db, olderThan),
      archive: dryRun || archive === undefined ? null : resolve(context.cwd, archive),
      isStopped,
      progress: progressLines(context),
    }),
  )
  context.print(json ? JSON.stringify(moved, null, 2) : describe(moved, dryRun))
  if (isStopped()) throw new CommandFault('Stopped before the end. Run it again to continue.')
}

function daysIn(age: string): number {
  const days = Number(/^(\d{1,5})d$/.exec(age)?.[1] ?? Number.NaN)
  if (Number.isNaN(days)) throw new InvalidArgumentError('It must be a number of days, such as 400d.')
  if (days < minDays)
    throw new InvalidArgumentError(
      `It must be at least ${minDays}d: until then the processor may repeat events, and merchants may need callbacks resent.`,
    )
  return days
}

function progressLines(context: Context): (moved: Moved) => void {
  const told = new Map<string, number>()
  return ({ kind, rows }) => {
    if (rows < (told.get(kind) ?? 0) + progressEvery) return
    told.set(kind, rows)
    context.printError(`${kind}: ${rows.toLocaleString('en-US')} so far`)
  }
}

function describe(moved: Moved[], dryRun: boolean): string {
  const rows = moved.map(({ kind, rows, bytes, file }) => [kind, rows, bytes, ...(dryRun ? [] : [file])])
  return table(dryRun ? ['KIND', 'WOULD MOVE', 'BYTES'] : ['KIND', 'MOVED', 'BYTES', 'ARCHIVE'], rows)
}

function describeRestored({ read, restored, isCut }: Awaited<ReturnType<typeof putBack>>): string {
  const summary = `Restored ${restored} of ${counted(read, 'row')}. The others were in place already.`
  return isCut
    ? `${summary}\nThe file ends in the middle of a batch: the rest of that batch was never moved.`
    : summary
}

const atOnce = 200

/** Puts back what is missing of the lines that are read. What was never moved, or is back already, stays as it is. */
async function putBack(db: Db, path: string) {
  const total = { read: 0, restored: 0 }
  const { isCut } = await readArchive(path, atOnce, async lines => {
    for (const { movable, merchantId, lines: same } of groupsOf(path, lines)) {
      total.restored += await db.begin(tx => movable.putBack(tx, merchantId, `[${same.join(',')}]`))
    }
    total.read += lines.length
  })
  return { ...total, isCut }
}

interface Group {
  movable: Movable
  merchantId: string
  lines: string[]
}

/** Every statement is about one merchant. */
function groupsOf(path: string, lines: string[]): Group[] {
  const groups = new Map<string, Group>()
  for (const line of lines) {
    const { kind, merchantId } = ownerOf(line)
    const movable = movables.find(one => one.kind === kind)
    if (!movable || !merchantId) throw new CommandFault(`${path} is not an archive of svcpay retention.`)
    const group = groups.get(`${kind} ${merchantId}`) ?? { movable, merchantId, lines: [] }
    group.lines.push(line)
    groups.set(`${kind} ${merchantId}`, group)
  }
  return [...groups.values()]
}

function ownerOf(line: string): { kind?: string; merchantId?: string } {
  try {
    const { kind, row } = JSON.parse(line)
    return { kind, merchantId: row.merchant_id }
  } catch {
    return {}
  }
}
