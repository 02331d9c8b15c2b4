import { setImmediate } from 'node:timers/promises'
import type postgres from 'postgres'

type Work = (tx: postgres.TransactionSql) => unknown

/**
 * What a transaction sends after its end, or after its connection was lost, the driver runs outside any transaction,
 * or on no connection, which ends the process. So a transaction that has ended sends nothing more, whichever of its
 * branches still wants to, and a lost one not even its rollback. A transaction knows what its database does.
 */
export function closeEndedTransactions(db: postgres.Sql, isLoss: (error: unknown) => boolean, known: object) {
  const begin = db.begin.bind(db) as (...args: unknown[]) => Promise<unknown>

  async function beginGuarded(...args: unknown[]): Promise<unknown> {
    const work = args.at(-1) as Work
    let loss: unknown = null
    // Without a trap, a call goes straight to the driver, which notes who has made it.
    const traps: ProxyHandler<postgres.TransactionSql> = {}
    const close = (reason: unknown) => {
      traps.apply = () => {
        throw reason
      }
    }
    const run = (tx: postgres.TransactionSql) =>
      new Promise((resolve, reject) => {
        const result = work(new Proxy(Object.assign(tx, known), traps))
        Promise.resolve(Array.isArray(result) ? Promise.all(result) : result).then(
          value => {
            if (loss) return
            close(new Error('the transaction has ended'))
            resolve(value)
          },
          async error => {
            if (loss) return
            close(new Error('the transaction has ended', { cause: error }))
            // a lost connection fails its statement before it fails its transaction
            if (isLoss(error)) await setImmediate()
            loss ?? reject(error)
          },
        )
      })
    return await begin(...args.slice(0, -1), run).catch(error => {
      loss = error
      close(error)
      throw error
    })
  }

  return beginGuarded
}
