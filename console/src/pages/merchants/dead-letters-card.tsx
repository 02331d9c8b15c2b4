import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable, RowLink, SecondLine } from '../../components/data-table.tsx'
import { Time } from '../../components/time.tsx'
import { May } from '../../session/may.tsx'
import { type Delivery, deadLettersOf, lastAnswer, useDeadLetters } from '../callbacks/delivery-query.ts'
import { EventType } from '../callbacks/names.tsx'
import { RedeliverMany } from '../callbacks/redeliver-many.tsx'
import { type Progress, RedeliverProgress } from '../callbacks/redeliver-progress.tsx'
import { isFailing, useCallbackState } from './merchant-query.ts'
import classes from './merchants.module.css'

const shown = 5

const columns: readonly Column<Delivery>[] = [
  {
    header: 'Callback',
    cell: ({ deliveryId, type, orderRef, createdAt, ...delivery }) => (
      <>
        <RowLink to="/callbacks/$deliveryId" params={{ deliveryId }} aria-label={`${type}, ${deliveryId}`}>
          <EventType type={type} />
        </RowLink>
        <SecondLine>
          {orderRef && `${orderRef}, `}
          <Time at={createdAt} />
        </SecondLine>
        <SecondLine>{lastAnswer(delivery)}</SecondLine>
      </>
    ),
  },
]

/** A merchant's undelivered callbacks, if any, with a button that redelivers all of them. */
export function DeadLettersCard({ merchantId }: { merchantId: string }) {
  const filters = deadLettersOf(merchantId)
  const { data } = useDeadLetters(merchantId)
  const { data: endpoint } = useCallbackState(merchantId)
  const [progress, setProgress] = useState<Progress | null>(null)
  const sent = progress && <RedeliverProgress progress={progress} onClose={() => setProgress(null)} />
  if (!data || data.data.length === 0) return sent
  return (
    <>
      {sent}
      <Card
        title="Dead letters"
        flush
        aside={
          // While the endpoint fails, the note about it has the button.
          endpoint &&
          !isFailing(endpoint) && (
            <May action="redeliverAll">
              <RedeliverMany label="Redeliver all" size="xs" filters={filters} onStarted={setProgress} />
            </May>
          )
        }
      >
        <DataTable
          caption="Dead letters, newest first"
          columns={columns}
          rows={data.data.slice(0, shown)}
          rowKey={({ deliveryId }) => deliveryId}
          empty={null}
          footer={
            data.data.length > shown && (
              <p className={classes.more}>
                <Link to="/callbacks" search={filters}>
                  All dead letters
                </Link>
              </p>
            )
          }
        />
      </Card>
    </>
  )
}
