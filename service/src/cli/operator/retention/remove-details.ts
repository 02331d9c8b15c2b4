import type { Db, Tx } from '../../../db/db.ts'
import { unclaimedMerchantId } from '../../../ids.ts'
import { listMerchantIds } from '../../../merchants/merchants.sql.ts'
import { attempts } from './attempts.sql.ts'
import { eventBodies } from './event-bodies.sql.ts'
import type { LookedAt, OldDetails } from './old-details.sql.ts'
import { operations } from './operation-details.sql.ts'

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
      const looked: LookedAt[] = await db.begin(tx => details.look(tx, merchantId, options))
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
