import { Command, InvalidArgumentError } from 'commander'
import type { Db, Tx } from '../../../db/db.ts'
import { unclaimedMerchantId } from '../../../ids.ts'
import { listMerchantIds } from '../../../merchants/merchants.sql.ts'
import { type Context, printAnswer, watchForStop } from '../../context.ts'
import { withDatabase } from '../../database.ts'
import { table } from '../../output.ts'
import {
  attempts,
  type CheckedRow,
  eventBodies,
  type OldDetails,
  operations,
  timeDaysAgo,
} from './old-details.sql.ts'

/** The processor repeats and lists events for this long, and recent payments may need investigating. */
const minDays = 30
const progressEvery = 10_000

export function retentionCommand(context: Context): Command {
  return new Command('retention')
    .description('remove old event bodies, callback attempts and operation details')
    .requiredOption('--older-than <days>', 'minimum age in days, such as 400d', daysIn)
    .option('--yes', 'remove them; without it, only show how much would be removed')
    .option('--json', 'print the answer as JSON')
    .action(async ({ olderThan, yes = false, json }) => {
      const { isStopped, refuse } = watchForStop(context)
      const progress = progressLines(context)
      const removed = await withDatabase(context, async db => {
        const cutoff = await timeDaysAgo(db, olderThan)
        return await removeDetails(db, { cutoff, isDryRun: !yes, isStopped, progress })
      })
      printAnswer(context, json, removed, () => describe(removed, yes))
      refuse()
    })
}

function daysIn(age: string): number {
  const days = Number(/^(\d{1,5})d$/.exec(age)?.[1] ?? Number.NaN)
  if (Number.isNaN(days)) throw new InvalidArgumentError('It must be a number of days, such as 400d.')
  if (days < minDays)
    throw new InvalidArgumentError(
      `It must be at least ${minDays}d: until then the processor may repeat events, and merchants may need redelivered callbacks.`,
    )
  return days
}

function progressLines({ printError }: Context) {
  const printed = new Map<string, number>()
  return ({ kind, rows }: Removed) => {
    if (rows < (printed.get(kind) ?? 0) + progressEvery) return
    printed.set(kind, rows)
    printError(`${kind}: ${rows.toLocaleString('en-US')} so far`)
  }
}

function describe(removed: Removed[], yes: boolean): string {
  const rows = removed.map(({ kind, rows, bytes }) => [kind, rows, bytes])
  if (yes) return table(['KIND', 'REMOVED', 'BYTES'], rows)
  const asked =
    'Nothing was removed. Add --yes to remove them permanently; after that, only your backups have them.'
  return `${table(['KIND', 'WOULD REMOVE', 'BYTES'], rows)}\n\n${asked}`
}

/** Few enough to lock, even if every event has the maximum size. */
const atOnce = 200

export interface Removed {
  kind: OldDetails['kind']
  rows: number
  bytes: number
}

interface RemoveOptions {
  cutoff: Date
  isDryRun: boolean
  isStopped(): boolean
  progress(removed: Removed): void
}

/** Removes or counts old details. Each batch is its own transaction; after a crash, the next run continues. */
export async function removeDetails(db: Db, options: RemoveOptions): Promise<Removed[]> {
  // the placeholder owns the events of unknown accounts
  const owners = [unclaimedMerchantId, ...(await listMerchantIds(db))]
  const all: Removed[] = []
  for (const details of [eventBodies, attempts, operations])
    all.push(await removeKind(db, details, owners, options))
  return all
}

async function removeKind(
  db: Db,
  details: OldDetails,
  owners: string[],
  { cutoff, isDryRun, isStopped, progress }: RemoveOptions,
): Promise<Removed> {
  const total: Removed = { kind: details.kind, rows: 0, bytes: 0 }
  for (const merchantId of owners) {
    let after: string[] | null = null
    while (!isStopped()) {
      const options = { cutoff, after, limit: atOnce }
      const looked: CheckedRow[] = await db.begin(tx => details.look(tx, merchantId, options))
      const old = looked.filter(({ bytes }) => bytes !== null)
      if (old.length > 0) {
        const remove = (tx: Tx) => details.remove(tx, merchantId, cutoff, old)
        total.rows += isDryRun ? old.length : await db.begin(remove)
        total.bytes += old.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
        progress(total)
      }
      after = looked.at(-1)?.position ?? null
      if (looked.length < atOnce) break
    }
  }
  return total
}
