import postgres, { type Row } from 'postgres'
import { type Fragment, json, listed, type Queryable, type Tx } from './db.ts'

/** One of several statements that belong together, without a `with` of its own. */
export interface Step {
  name: string
  /** May join the rows of earlier steps, by their names. */
  statement: Fragment
  /** The names of those steps. If one of them has no rows, this step is skipped, unless it is the last. */
  reads?: string[]
  /** The columns of its rows with their types, if a later step reads them. */
  returns?: Fragment
}

type LastStep = Omit<Step, 'name' | 'returns'>

/**
 * Several statements in one transaction; the last returns the result. A single PostgreSQL gets them as one statement,
 * in one round trip. A cluster gets them one by one, so that each runs on a merchant's shard; if a step reads the rows
 * of another, they are sent along under the same name.
 */
export async function inSteps<Result extends Row>(
  db: Queryable,
  steps: Step[],
  last: LastStep,
): Promise<Result[]> {
  if (!db.engine.isOne) {
    const work = (tx: Tx) => oneAfterTheOther<Result>(tx, steps, last)
    return await ('savepoint' in db ? work(db) : db.begin(work))
  }
  const all = steps.map(({ name, statement }) => db`${db(name)} as (${statement})`)
  return await db<Result[]>`with ${listed(db, all)} ${last.statement}`
}

async function oneAfterTheOther<Result extends Row>(
  tx: Tx,
  steps: Step[],
  last: LastStep,
): Promise<Result[]> {
  const known = new Map<string, { rows: Row[]; columns: Fragment }>()
  const effects: Promise<unknown>[] = []
  const send = async (reads: string[], statement: Fragment, isLast = false): Promise<Row[]> => {
    const read = reads.map(name => ({ name, rows: known.get(name)?.rows ?? [], ...known.get(name) }))
    if (!isLast && read.some(({ rows }) => rows.length === 0)) return []
    if (read.length === 0) return await tx`${statement}`
    const tables = read.map(({ name, rows, columns }) => rowsAs(tx, name, rows, columns ?? tx``))
    return await tx`with ${listed(tx, tables)} ${statement}`
  }
  for (const { name, reads = [], returns, statement } of steps) {
    const sent = send(reads, statement)
    // the first failure is reported
    sent.catch(() => {})
    if (returns) known.set(name, { rows: await sent, columns: returns })
    else effects.push(sent)
  }
  await Promise.all(effects)
  return (await send(last.reads ?? [], last.statement, true)) as Result[]
}

function rowsAs(tx: Tx, name: string, rows: Row[], columns: Fragment) {
  const given = json(tx, rows.map(inSnakeCase))
  return tx`${tx(name)} as (select * from jsonb_to_recordset(${given}) as given (${columns}))`
}

/** A row, keyed by the names of its columns. */
const inSnakeCase = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [postgres.fromCamel(name), value]))
