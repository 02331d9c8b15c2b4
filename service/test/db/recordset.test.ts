import { expect, it, onTestFinished } from 'vitest'
import { openDb, recordset } from '../../src/db/db.ts'
import { useService } from '../support/service.ts'

const service = useService()

function open() {
  const db = openDb(service.config.databaseUrl, { maxConnections: 1 })
  onTestFinished(() => db.end())
  const itemsOf = async (count: number) => {
    const given = Array.from({ length: count }, (_, item) => ({ item }))
    const rows = await db<{ item: number }[]>`select item from ${recordset(db, given, db`item int`)} as g`
    return rows.map(({ item }) => item)
  }
  return { db, itemsOf }
}

it.each([0, 1, 2, 8, 9, 256, 600])('a set of %i rows arrives whole', async count => {
  const { itemsOf } = open()
  expect(await itemsOf(count)).toEqual([...Array(count).keys()])
})

it('sets of about the same size share a stored plan', async () => {
  const { db, itemsOf } = open()
  for (const count of [2, 3, 4, 5, 6, 7, 8, 2, 3, 4, 5, 6]) await itemsOf(count)
  const plans = await db`
    select generic_plans::int, custom_plans::int from pg_prepared_statements
    where statement like 'select item from (select%'`
  expect(plans).toEqual([{ genericPlans: 7, customPlans: 5 }])
})
