import { type ReactNode, useState } from 'react'
import { Facts } from '../../components/card.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import { ChevronIcon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { MerchantLink } from '../../components/merchants.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import classes from './action-list.module.css'
import { actionText, changesOf, fieldText, subjectText, valueText } from './action-text.ts'
import type { Action } from './activity-query.ts'

interface ActionItemProps {
  action: Action
  merchantName: (merchantId: string | null) => string
}

export function ActionItem({ action, merchantName }: ActionItemProps) {
  const { actor, merchantId } = action
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details onToggle={event => setOpen(event.currentTarget.open)}>
        <summary data-row-link>
          <ChevronIcon />
          <span className={classes.what}>
            <strong>{actor}</strong> {actionText(action.action, action)}
            {subjectText(action.action, action)}
            {merchantId && <span className={classes.merchant}>{merchantName(merchantId)}</span>}
            {action.note && <span className={classes.note}>“{action.note}”</span>}
          </span>
          <span className={classes.address}>{action.address}</span>
          <span className={classes.at}>
            <Time at={action.at} />
          </span>
        </summary>
        {isOpen && <ActionDetail action={action} />}
      </details>
    </li>
  )
}

function ActionDetail({ action }: { action: Action }) {
  const { target, merchantId, note, address, traceId, outcome, outcomeDetail } = action
  const { currency, ...detail } = action.detail
  const { changes, rest } = changesOf(detail)
  const paidIn = typeof currency === 'string' ? currency : undefined
  const facts: (readonly [string, ReactNode])[] = [
    // The target of a bulk redelivery is its filter, in the API's words.
    ...(action.action === 'delivery.redeliver-all'
      ? []
      : [['Target', <IdLink key="target" id={target} />] as const]),
    ...(outcome ? [['Outcome', statusText(outcome)] as const] : []),
    ...(outcomeDetail ? [['Reason', outcomeDetail] as const] : []),
    ...(merchantId && merchantId !== target
      ? [['Merchant', <MerchantLink key="merchant" merchantId={merchantId} />] as const]
      : []),
    ...rest.map(
      ({ name, after }) => [fieldText(name, action.action), valueText(name, after, paidIn)] as const,
    ),
    ['IP address', address ?? '–'],
    ...(note ? [['Note', note] as const] : []),
    ['Trace', <CopyableId key="trace" id={traceId} />],
  ]
  return (
    <div className={classes.detail}>
      {changes.length > 0 && (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{fieldText(name)}</th>
                <td>
                  <del>{valueText(name, before)}</del>
                </td>
                <td>
                  <ins>{valueText(name, after)}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Facts facts={facts} />
    </div>
  )
}
