import { expect, it } from 'vitest'
import { keepFigures } from '../../src/back-office/keep-figures.ts'
import { systemClock } from '../../src/clock.ts'
import { addPayments, figuresOf } from '../support/figures.ts'
import { useService } from '../support/service.ts'

const service = useService()

it.each(['origin', 'replica'])(
  'payments loaded with their history are counted, by a session of role %s',
  async role => {
    const { merchantId } = await service.createMerchant()
    const { merchantId: other } = await service.createMerchant()
    const keep = () => keepFigures({ db: service.db, clock: systemClock, waits: true })
    await addPayments(service.db, other, 1, 1, 0)
    while (await keep());
    await service.db.begin(async tx => {
      await tx`select set_config('session_replication_role', ${role}, true)`
      await addPayments(tx, merchantId, 100, 20, 40 * 86_400)
    })
    while (await keep());
    expect(await figuresOf(service.db, merchantId)).toEqual({ created: 20, volume: 0 })
    // their entries come later
    await service.db`
    insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents, merchant_cents,
      platform_fees_cents, posted_at)
    select merchant_id, payment_id, 'capture', 'capture', 'op_x', currency, -1000, 990, 10, created_at
    from payments where merchant_id = ${merchantId}`
    while (await keep());
    expect(await figuresOf(service.db, merchantId)).toEqual({ created: 20, volume: 20_000 })
  },
)
