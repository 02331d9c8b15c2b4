import type { Db } from '../../db/db.ts'
import { inSteps } from '../../db/steps.ts'
import type { Times, ToRead } from './due.sql.ts'
import type { DeadLetter } from './settle.ts'

type Overdue = Pick<ToRead, 'merchantId' | 'besides' | keyof Times>

const maxAtOnce = 1000

const error = 'not sent: the endpoint kept failing for longer than the whole schedule of attempts'

/**
 * While an endpoint is probed, its queued deliveries use up no attempts. A delivery that has waited for as long as all
 * its attempts would have taken becomes a dead letter. Returns the new dead letters. A delivery in flight, or not yet
 * due, still gets its attempt.
 */
export async function endOverdue(db: Db, { merchantId, besides, overdueBefore, now }: Overdue) {
  return await inSteps<DeadLetter & { [column: string]: unknown }>(
    db,
    [
      {
        name: 'overdue',
        returns: db`delivery_id text`,
        // deliveries before their queue rows, newest first: see lockDelivery
        statement: db`
          select d.delivery_id from (
            select delivery_id from delivery_queue
            where merchant_id = ${merchantId} and queued_at <= ${overdueBefore} and due_at <= ${now}
              and delivery_id <> all(${besides})
            order by queued_at limit ${maxAtOnce}
          ) q join deliveries d on d.merchant_id = ${merchantId} and d.delivery_id = q.delivery_id
          order by d.delivery_id desc for update of d skip locked`,
      },
      {
        name: 'ended',
        reads: ['overdue'],
        returns: db`delivery_id text`,
        statement: db`
          delete from delivery_queue q using overdue o
          where q.merchant_id = ${merchantId} and q.delivery_id = o.delivery_id and q.queued_at <= ${overdueBefore}
          returning q.delivery_id`,
      },
    ],
    {
      reads: ['ended'],
      statement: db`
        update deliveries d set state = 'dead', last_status = null, last_error = ${error}, updated_at = ${now}
        from ended e where d.merchant_id = ${merchantId} and d.delivery_id = e.delivery_id
        returning d.merchant_id, d.delivery_id, d.attempts as attempt, d.last_status as status, d.last_error as error`,
    },
  )
}
