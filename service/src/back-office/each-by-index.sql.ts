import type { PendingQuery, Row } from 'postgres'
import type { Queryable } from '../db/db.ts'
import { sharesStatements } from '../db/per-merchant.ts'

/**
 * Joins a table by a range of times or ids, which an index finds for each row before it. PostgreSQL underestimates what
 * a hash join of merchants costs here: it compares all their rows with all their ranges. `offset 0` leaves it no choice.
 * Shards know no such subqueries, and join.
 */
export function eachByIndex(tx: Queryable, table: string, alias: string, isMatch: PendingQuery<Row[]>) {
  return sharesStatements(tx)
    ? tx`cross join lateral (select * from ${tx(table)} ${tx(alias)} where ${isMatch} offset 0) ${tx(alias)}`
    : tx`join ${tx(table)} ${tx(alias)} on ${isMatch}`
}
