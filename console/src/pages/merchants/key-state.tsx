import { Countdown } from '../../components/countdown.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { platformName, useSignedIn } from '../../session/session.ts'
import classes from './keys-card.module.css'
import type { Key } from './merchant-query.ts'

type KeyPhase = 'active' | 'ending' | 'ended' | 'revoked'

/** A rotated key works until its grace period ends. */
export function phaseOf(
  { revokedAt, expiresAt }: Pick<Key, 'revokedAt' | 'expiresAt'>,
  now: number,
): KeyPhase {
  if (revokedAt) return 'revoked'
  if (!expiresAt) return 'active'
  return new Date(expiresAt).getTime() > now ? 'ending' : 'ended'
}

export function isUsable(key: Key, now: number): boolean {
  const phase = phaseOf(key, now)
  return phase === 'active' || phase === 'ending'
}

/** When the last of these keys stops working; null if one of them stays valid, or there are none. */
export function lastEndOf(keys: readonly Key[]): string | null {
  const ends = keys.flatMap(({ expiresAt }) => expiresAt ?? [])
  return ends.length < keys.length ? null : (ends.sort().at(-1) ?? null)
}

interface KeyStateProps {
  apiKey: Key
  now: number
  /** Whether its merchant is suspended. */
  isSuspended: boolean
}

export function KeyState({ apiKey, now, isSuspended }: KeyStateProps) {
  const { expiresAt, revokedAt, endedBy } = apiKey
  const { kind, brand } = useSignedIn()
  const [themselves, platform] = kind === 'portal' ? ['you', platformName(brand)] : ['the merchant', endedBy]
  const phase = phaseOf(apiKey, now)
  const isReadOnly = isSuspended && phase === 'active'
  return (
    <>
      <StatusBadge
        status={phase}
        tone={isReadOnly || phase === 'ending' ? 'waiting' : undefined}
        label={isReadOnly ? 'Read only' : phase === 'ending' ? 'Being replaced' : undefined}
        title={isReadOnly ? 'The merchant is suspended' : undefined}
      />
      {phase === 'ending' && expiresAt && (
        <span className={classes.ends}>
          expires in <Countdown until={expiresAt} />
        </span>
      )}
      {(phase === 'revoked' || phase === 'ended') && (
        <span className={classes.ends}>
          <Time at={revokedAt ?? expiresAt} relative />
        </span>
      )}
      {endedBy && (
        <span className={classes.ends}>
          {phase === 'revoked' ? 'by' : 'rotated by'} {endedBy === 'portal' ? themselves : platform}
        </span>
      )}
    </>
  )
}

/** The prefix of a key says "live", whatever the processor. */
export function useTestKeyNote(): string {
  const isSandbox = useSignedIn().sandboxes.length > 0
  return isSandbox ? 'This is a test key, although it begins with “svc_live_”: all keys do.' : ''
}
