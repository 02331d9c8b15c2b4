import { setImmediate } from 'node:timers/promises'
import type postgres from 'postgres'
import { withStatements } from './statement.ts'
import { isDatabaseUnavailable } from './unavailable.ts'
import { type Usage, watchStatements } from './usage.ts'

type Work = (tx: postgres.TransactionSql) => unknown

/**
 * If a transaction sends a statement after its end, the driver runs it outside any transaction or, if the connection
 * was lost, on no connection, which ends the process. So an ended transaction sends nothing more, from any of its
 * branches; one that lost its connection does not even send its rollback. A transaction has the properties of its
 * database.
 */
export function closeEndedTransactions(db: postgres.Sql, known: object, usage: Usage) {
  const watch = watchStatements(usage, { inTransaction: true })
  const begin = db.begin.bind(db) as (...args: unknown[]) => Promise<unknown>

  return async (...args: unknown[]): Promise<unknown> => {
    const work = args.at(-1) as Work
    let loss: unknown = null
    let end: unknown = null
    const expectOpen = () => {
      if (end) throw end
    }
    const run = async (tx: postgres.TransactionSql) => {
      try {
        const result = work(Object.assign(withStatements(tx, watch, expectOpen), known))
        return await (Array.isArray(result) ? Promise.all(result) : result)
      } catch (error) {
        end ??= new Error('the transaction has ended', { cause: error })
        // a lost connection fails its statement before it fails its transaction
        if (isDatabaseUnavailable(error)) await setImmediate()
        throw error
      } finally {
        end ??= new Error('the transaction has ended')
        if (loss) await new Promise(() => {})
      }
    }
    usage.underway++
    try {
      return await begin(...args.slice(0, -1), run)
    } catch (error) {
      loss = error
      end = error
      throw error
    } finally {
      usage.underway--
    }
  }
}
