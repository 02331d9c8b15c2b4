import { Time } from '../../components/time.tsx'

interface StoppedSinceProps {
  stoppedAt?: string | null
  /** The last change of the account, for one that has never taken payments or still does. */
  changedAt: string | undefined
}

/** Since when an account is in its state. */
export function StoppedSince({ stoppedAt, changedAt }: StoppedSinceProps) {
  return (
    <>
      {stoppedAt ? 'Since' : 'Unchanged since'} <Time at={stoppedAt ?? changedAt} />
    </>
  )
}
