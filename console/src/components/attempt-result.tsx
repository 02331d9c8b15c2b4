import type { ReactNode } from 'react'
import classes from './attempt-result.module.css'
import { milliseconds } from './numbers.ts'
import { StatusBadge } from './status-badge.tsx'

interface AttemptResultProps {
  attempt: { status: number | null; error: string | null; durationMs: number }
  children?: ReactNode
}

/** How a merchant's server answered the last request. */
export function AttemptResult({ attempt: { status, error, durationMs }, children }: AttemptResultProps) {
  const delivered = error === null
  return (
    <div role="status" className={classes.result}>
      <StatusBadge
        status="attempt"
        tone={delivered ? 'good' : 'bad'}
        label={delivered ? 'Delivered' : 'Not delivered'}
      />
      <span>
        {status === null ? 'No response' : `HTTP ${status}`} in {milliseconds(durationMs)}
        {error && error !== `HTTP ${status}` && `: ${error}`}.
      </span>
      {children}
    </div>
  )
}
