import { expect, it } from 'vitest'
import { attempts } from '../../../../src/cli/operator/retention/attempts.sql.ts'
import { eventBodies } from '../../../../src/cli/operator/retention/event-bodies.sql.ts'
import { enqueue } from '../../../deliveries/queue.ts'
import { usePaying } from '../../../support/paying.ts'
import { soon } from './story.ts'

const paying = usePaying()

it.each([eventBodies, attempts])(
  'a batch of $kind reads its own rows, however many there are',
  async movable => {
    const { db } = paying.service
    const { merchantId } = await paying.addMerchant()
    await enqueue(db, merchantId, { count: 20_000 })
    await db`
      update deliveries set state = 'dead', delivery_id = overlay(delivery_id placing '01' from 5 for 2)
      where merchant_id = ${merchantId}`
    await db`
      insert into delivery_attempts (merchant_id, delivery_id, sequence, attempt, started_at, duration_ms)
      select merchant_id, delivery_id, 1, 9, updated_at, 12 from deliveries where merchant_id = ${merchantId}`
    let after: string[] | null = null
    const moveSome = () =>
      db.begin(async tx => {
        const options = { cutoff: soon(), after, limit: 100, withContent: true }
        const rows = await movable.look(tx, merchantId, options)
        expect(rows.filter(({ line }) => line !== null)).toHaveLength(100)
        expect(await movable.moveOut(tx, merchantId, options.cutoff, rows)).toBe(100)
        after = rows.at(-1)?.position ?? null
        return await tx<{ table: string; whole: number; byIndex: number }[]>`
          select relname as table, seq_tup_read::int as whole, coalesce(idx_tup_fetch, 0)::int as by_index
          from pg_stat_xact_user_tables where relname in ('events', 'deliveries', 'delivery_attempts')
            and seq_tup_read + coalesce(idx_tup_fetch, 0) > 1000`
      })
    // a plan is as good as what is known of the tables, which can be from a moment ago
    const plan = async () => {
      await db`analyze events, deliveries, delivery_attempts`
      return await moveSome()
    }
    await expect.poll(plan).toEqual([])
  },
)
