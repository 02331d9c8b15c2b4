import { onTestFinished } from 'vitest'
import type { Db } from '../../src/db/db.ts'

const behaviors = { fails: `raise exception 'out of order'`, hangs: 'perform pg_sleep(60)' }

/**
 * Imitates a broken shard on one PostgreSQL: every write to the merchant's rows fails or hangs, until the end of the test.
 */
export async function breakShard(
  db: Db,
  table: string,
  merchantId: string,
  how: keyof typeof behaviors,
): Promise<void> {
  const name = `break_${table}_${merchantId.slice(-8)}`
  await db.unsafe(`
    create function ${name}() returns trigger language plpgsql as $$
      begin ${behaviors[how]}; return new; end $$;
    create trigger ${name} before insert or update on ${table} for each row
      when (new.merchant_id = '${merchantId}') execute function ${name}()`)
  onTestFinished(async () => {
    await db.unsafe(`drop function ${name} cascade`)
  })
}
