import type { Attention } from '../../api/overview.ts'
import { Card } from '../../components/card.tsx'
import { Time } from '../../components/time.tsx'
import classes from './attention-card.module.css'
import { attentionItems } from './attention-items.tsx'

/** What needs someone's attention, before any figure. */
export function AttentionCard({ attention }: { attention: Attention }) {
  const items = attentionItems(attention)
  return (
    <Card title="Needs attention" aside={<LastLedgerCheck check={attention.lastLedgerCheck} />}>
      {items.length === 0 ? (
        <p className={classes.clear}>All clear: nothing failed, nothing is waiting for you.</p>
      ) : (
        <ul className={classes.items}>
          {items.map(({ key, tone, content }) => (
            <li key={key} data-tone={tone}>
              {content}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function LastLedgerCheck({ check }: { check: Attention['lastLedgerCheck'] }) {
  if (!check) return <span className={classes.check}>Ledger not checked yet</span>
  return (
    <span className={classes.check} data-failed={!check.ok || undefined}>
      {check.ok ? 'Ledger balanced' : 'Ledger does not balance'}, checked <Time at={check.at} relative />
    </span>
  )
}
