import classes from './status-badge.module.css'

export type Tone = 'good' | 'bad' | 'waiting' | 'quiet'

/** The states of payments, deliveries, events, operations, refunds and merchants. */
const tones: Readonly<Record<string, Tone>> = {
  succeeded: 'good',
  delivered: 'good',
  enabled: 'good',
  active: 'good',
  applied: 'good',
  done: 'good',
  online: 'good',
  processing: 'waiting',
  pending: 'waiting',
  requires_capture: 'waiting',
  requires_action: 'waiting',
  requires_confirmation: 'waiting',
  charges_only: 'waiting',
  waiting: 'waiting',
  partially_refunded: 'waiting',
  failed: 'bad',
  declined: 'bad',
  disputed: 'bad',
  refused: 'bad',
  dead: 'bad',
  restricted: 'bad',
  suspended: 'bad',
  disabled: 'bad',
  disconnected: 'bad',
}

/** Turns the API's `requires_payment_method` into "requires payment method". */
export function statusText(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface StatusBadgeProps {
  status: string
  tone?: Tone
  label?: string
  /** The status's meaning, shown on hover. */
  title?: string | undefined
}

export function StatusBadge({ status, tone, label, title }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone ?? tones[status] ?? 'quiet'} title={title}>
      {label ?? statusText(status)}
    </span>
  )
}
