import { once } from 'node:events'
import { expect, it } from 'vitest'
import { backdate } from '../../../src/cli/up/demo/backdate.sql.ts'
import { useService } from '../../support/service.ts'

const service = useService()

it('figures counted while the demo is backdated are deleted', async () => {
  const { db } = service
  const steps = new EventTarget()
  const written = once(steps, 'written')
  const counting = db.begin(async tx => {
    await tx`select 1 from figure_cursors for update`
    await tx`
      insert into payment_figures (merchant_id, at, currency, created, succeeded, failed, volume_cents, fees_cents,
        refunded_cents, disputed_cents)
      values ('', now(), 'usd', 1, 1, 0, 100, 1, 0, 0)`
    const mayEnd = once(steps, 'waited for')
    steps.dispatchEvent(new Event('written'))
    await mayEnd
  })
  await written
  const moving = backdate(db, [], new Date())
  const waiting = () => db`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(waiting).toHaveLength(1)
  steps.dispatchEvent(new Event('waited for'))
  await Promise.all([counting, moving])
  expect(await db`select * from payment_figures`).toEqual([])
})
