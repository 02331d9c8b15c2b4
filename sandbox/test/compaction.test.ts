import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compactLines } from '../src/store/compact.ts'
import { replayLine, type State } from '../src/store/log-codec.ts'
import { emptyTables } from '../src/store/tables.ts'
import { failure, harness } from './support/harness.ts'

const card = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card'] }

function read(lines: Iterable<string>): State {
  const state: State = { tables: emptyTables(), idempotency: new Map(), clockOffset: 0 }
  for (const line of lines) replayLine(state, line)
  return state
}

/** Its whole content, in the order of lists. */
function contents(state: State): object {
  const tables = Object.entries(state.tables).map(([kind, table]) => {
    const records = [...table.all()].sort((a, b) => a.seq - b.seq)
    const accounts = [...new Set(records.map(record => record.account))]
    return [kind, { records, lists: accounts.map(account => table.ids(account)) }]
  })
  return {
    tables: Object.fromEntries(tables),
    idempotency: [...state.idempotency],
    offset: state.clockOffset,
  }
}

test('a compacted log has the same content, including events and answers of earlier versions', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const { stripe, merchant, control, sandbox } = await harness({ dataDir })
  const { options } = await merchant()
  for (let n = 0; n < 60; n++) {
    const held = await stripe.paymentIntents.create(
      {
        ...card,
        capture_method: 'manual',
        confirm: true,
        payment_method: 'pm_card_visa',
        application_fee_amount: 9,
      },
      options,
    )
    await stripe.paymentIntents.capture(held.id, {}, options)
    await stripe.refunds.create(
      { payment_intent: held.id, amount: 10 + n, refund_application_fee: true },
      options,
    )
  }
  // Deleted objects stay deleted, although their events remain.
  const closed = await stripe.accounts.create({ type: 'custom', individual: { first_name: 'Ada' } })
  await stripe.accounts.deletePerson(closed.id, String(closed.individual?.id))
  await stripe.accounts.del(closed.id)
  await failure(stripe.paymentIntents.create({ ...card, customer: 'cus_nobody' }))
  await control('POST', 'clock', { advance_seconds: 5 })
  await sandbox.close()

  const [, ...lines] = readFileSync(join(dataDir, 'sandbox.log'), 'utf8').trimEnd().split('\n')
  const original = read(lines)
  const compacted = [...compactLines(original)]
  expect(compacted.length).toBeLessThan(lines.length)
  expect(contents(read(compacted))).toEqual(contents(original))
})
