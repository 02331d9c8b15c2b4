import { Type } from '@fastify/type-provider-typebox'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { CurrencyField, Flag, MerchantIdField, PaymentIdField, Text, Whole } from '../../http/fields.ts'
import type { App } from '../../http/routes.ts'
import { Named, Strict, Timestamp } from '../../http/schemas.ts'
import { verifyLedger } from '../../ledger/verify.sql.ts'
import { recordAction } from '../../operators/audit-log.sql.ts'
import { actorOf } from '../../operators/operator-auth.ts'
import { shared } from '../../patience.ts'
import { insertLedgerCheck } from './ledger.sql.ts'

const listedAtMost = 100

export const LedgerCheckSchema = Named('LedgerCheck', 'Whether the ledger agrees with the payments.', {
  ok: Flag('Whether everything agrees', true),
  checked: Whole('How many payments were checked', 1204),
  entries: Whole('How many ledger entries they have', 1377),
  problems: Type.Array(
    Type.Object({
      merchantId: MerchantIdField,
      svcPaymentId: PaymentIdField,
      currency: CurrencyField,
      what: Text('Which figure differs', 'refunded'),
      paymentCents: Type.Integer({ description: 'What the payment says' }),
      ledgerCents: Type.Integer({ description: 'What the ledger says' }),
    }),
    { description: `The payments that disagree, at most ${listedAtMost}`, examples: [[]] },
  ),
  at: Timestamp('When it was checked'),
})

export function ledgerCheckRoutes(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  // a check reads everything, so simultaneous requests share one answer
  const check = shared(() => verifyLedger(db))

  app.post('/ledger/verify', {
    tags: ['Ledger'],
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
      const problems = differences
        .slice(0, listedAtMost)
        .map(({ merchantId, paymentId: svcPaymentId, currency, what, payment, ledger }) => {
          return { merchantId, svcPaymentId, currency, what, paymentCents: payment, ledgerCents: ledger }
        })
      return { ok, checked: payments, entries, problems, at }
    },
  })
}
