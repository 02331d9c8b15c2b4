import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { App } from '../../http/routes.ts'
import { Strict } from '../../http/schemas.ts'
import { LedgerCheckSchema, listedAtMost } from '../../ledger/schemas.ts'
import { verifyLedger } from '../../ledger/verify.sql.ts'
import { recordAction } from '../../operators/audit-log.sql.ts'
import { actorOf } from '../../operators/operator-auth.ts'
import { shared } from '../../patience.ts'
import { insertLedgerCheck } from './ledger.sql.ts'

export function ledgerCheckRoutes(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  // a check reads everything, so simultaneous requests share one answer
  const check = shared(() => verifyLedger(db))

  app.post('/ledger/verify', {
    operationId: 'verifyLedger',
    summary: 'Check the ledger',
    description:
      'Verifies that every entry balances and that every payment agrees with its entries, refunds and disputes. The result is stored as the last check. It reads everything, so it takes a while with many payments.',
    body: Strict({}),
    response: { 200: LedgerCheckSchema },
    handler: async request => {
      const { payments, entries, differences } = await check()
      const at = clock.now()
      const ok = differences.length === 0
      const result = { ok, payments, entries, differences: differences.length }
      await db.begin(async tx => {
        await insertLedgerCheck(tx, { at, ...result })
        const entry = { action: 'ledger.verify', target: 'ledger', merchantId: null, detail: result }
        await recordAction(tx, at, actorOf(request), entry)
      })
      return { ok, checked: payments, entries, problems: differences.slice(0, listedAtMost), at }
    },
  })
}
