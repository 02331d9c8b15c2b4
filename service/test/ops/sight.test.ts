import { expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { knownSchema } from '../../src/db/migrate.ts'
import { version } from '../../src/settings/version.ts'
import { usePaying } from '../support/paying.ts'
import { refuse, startReceiver } from '../support/receiver.ts'

const paying = usePaying({ role: 'all', webhooks: true })
const metrics = async () => (await paying.service.call('GET', '/metrics', { operator: true })).text

it('metrics show calls to the processor, callbacks, jobs, payments, operations, the ledger and the build', async () => {
  const { service, merchant } = paying
  const receiver = await startReceiver(refuse(500))
  await service.admin('PUT', `/merchants/${merchant.merchantId}/callback`, { url: receiver.url })
  await paying.pay({ amountCents: 5000, currency: 'usd' })
  await service.admin('POST', '/ledger/verify')
  const text = await waitFor(async () => {
    // updates the figures, because the job pauses for long on a busy machine
    await service.admin('GET', '/overview')
    const all = await metrics()
    expect(all).toMatch(/svcpay_callback_attempt_seconds_count\{answer="5xx"\} \d/)
    expect(all).toMatch(/svcpay_payments_today\{currency="usd",what="succeeded"\} 1\n/)
    expect(all).toMatch(/svcpay_job_runs_total\{name="recover operations",outcome="done"\} \d/)
    return all
  })
  expect(text).toMatch(/svcpay_processor_call_seconds_count\{operation="createPayment",outcome="done"\} 1\n/)
  expect(text).toMatch(/svcpay_payment_cents_today\{currency="usd",what="volume"\} 5000\n/)
  expect(text).toMatch(/svcpay_job_last_done_timestamp_seconds\{name="recover operations"\} 1\d{9}/)
  expect(text).toMatch(/svcpay_operations_open 0\n/)
  expect(text).toMatch(/svcpay_operations_oldest_seconds 0\n/)
  expect(text).toMatch(/svcpay_ledger_check_ok 1\n/)
  expect(text).toMatch(/svcpay_ledger_check_age_seconds \d/)
  expect(text).toMatch(/svcpay_database_connections [1-9]/)
  expect(text).toContain(`svcpay_build_info{version="${version}",schema="${knownSchema}"`)
  expect(text, 'a series for each merchant').not.toContain(merchant.merchantId)
})

it('metrics show the use of the database: connections, waiting work, and the time of each statement', async () => {
  await paying.create()
  const text = await metrics()
  expect(text).toMatch(/svcpay_database_connections [1-9]/)
  expect(text).toMatch(/svcpay_database_pool\{state="in_use"\} \d/)
  expect(text).toMatch(/svcpay_database_pool\{state="waiting"\} \d/)
  const counts = text.matchAll(/svcpay_database_statement_seconds_count\{statement="(.+)"\} [1-9]/g)
  const statements = [...counts].map(([, name]) => name)
  expect(statements).toEqual(
    expect.arrayContaining(['claimOperations', 'insertPaymentsAndFinish', 'lastLedgerCheck']),
  )
  expect(statements.length, 'a series for each function, not for each text').toBeLessThan(200)
})
