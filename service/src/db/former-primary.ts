import type { Db } from './db.ts'

/** A database that takes longer for an answer may have been replaced. */
const patienceMs = 5_000

/**
 * The answer to a question that is asked all the time, so that a primary that froze is noticed. Its successor may come
 * long after.
 */
export async function leavingFormerPrimary<Answer>(db: Db, answer: Promise<Answer>): Promise<Answer> {
  const overdue = setInterval(() => db.leaveFormerPrimary?.().catch(() => {}), patienceMs)
  try {
    return await answer
  } finally {
    clearInterval(overdue)
  }
}
