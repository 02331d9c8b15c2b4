import { Link } from '@tanstack/react-router'
import type { Attention } from '../../api/overview.ts'
import { Time } from '../../components/time.tsx'
import { exceptFor } from '../../components/unreadable.tsx'
import classes from './attention-card.module.css'

/** Both checks of the ledger, named as on its page. */
export function LastChecks({ attention }: { attention: Attention }) {
  return (
    <span>
      <LastLedgerCheck check={attention.lastLedgerCheck} />
      {' · '}
      <Link to="/reconciliations" className={classes.check}>
        Ledger and processor
        <LastComparison attention={attention} />
      </Link>
    </span>
  )
}

function LastComparison({ attention }: { attention: Attention }) {
  const { booksDiffer, booksUnreadable, readableEqualSince, readableEqualUntil } = attention
  if (booksDiffer > booksUnreadable) return ' differ'
  if (!readableEqualSince) {
    if (readableEqualUntil) return ': partly compared'
    return booksUnreadable > 0 ? ': not compared' : ': not compared yet'
  }
  return (
    <>
      {' '}
      match, compared from <Time at={readableEqualSince} /> to <Time at={readableEqualUntil} />
      {exceptFor(booksUnreadable)}
    </>
  )
}

function LastLedgerCheck({ check }: { check: Attention['lastLedgerCheck'] }) {
  return (
    <Link to="/ledger" className={classes.check} data-failed={check?.ok === false || undefined}>
      {check ? (
        <>
          Ledger and payments {check.ok ? 'balanced' : 'not balanced'}, verified{' '}
          <Time at={check.at} relative />
        </>
      ) : (
        'Ledger and payments: not verified yet'
      )}
    </Link>
  )
}
