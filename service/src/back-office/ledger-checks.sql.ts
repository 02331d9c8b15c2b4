import type { Db, Tx } from '../db/db.ts'

interface LedgerCheck {
  at: Date
  ok: boolean
  payments: number
  entries: number
  differences: number
}

export async function insertLedgerCheck(tx: Tx, check: LedgerCheck): Promise<void> {
  const { at, ok, payments, entries, differences } = check
  await tx`
    insert into ledger_checks (at, ok, payments, entries, differences)
    values (${at}, ${ok}, ${payments}, ${entries}, ${differences})
    on conflict (at) do update set ok = excluded.ok and ledger_checks.ok`
}

export async function lastLedgerCheck(db: Db): Promise<Pick<LedgerCheck, 'at' | 'ok'> | null> {
  const [row] = await db<Pick<LedgerCheck, 'at' | 'ok'>[]>`
    select at, ok from ledger_checks order by at desc limit 1`
  return row ?? null
}
