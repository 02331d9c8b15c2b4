import { activeAccount, isDisconnected, type Merchant, stoppedBy } from './merchant-query.ts'
import { type Restriction, restrictionOf } from './restriction.ts'

interface Step {
  name: string
  isDone: boolean
  /** Shown instead of "Done" or "Not yet". */
  state?: string
  note?: string
}

const stoppedNotes = {
  suspended: { own: 'Suspended by your platform.', other: 'Suspended here; the processor would allow it.' },
  disabled: { own: 'Disabled by your platform.', other: 'Disabled here; the processor would allow it.' },
}

/** The restriction of the account that new payments use. */
export function restrictionAt(merchant: Merchant, isOwn: boolean, processor: string): Restriction | null {
  const account = activeAccount(merchant)
  return account?.restriction
    ? restrictionOf(account.restriction, account.requirements.length > 0, isOwn, processor)
    : null
}

export function stepsOf(
  merchant: Merchant,
  restriction: Restriction | null,
  isSandbox: boolean,
  isOwn: boolean,
  processor: string,
): Step[] {
  const account = activeAccount(merchant)
  const { chargesEnabled = false, requirements = [] } = account ?? {}
  const stopped = chargesEnabled ? stoppedBy(merchant) : null
  const hasAccount = account !== undefined
  const isRejected = account?.restriction?.startsWith('rejected')
  const closed = isDisconnected(merchant) ? 'Disconnected' : isRejected ? 'Rejected' : undefined
  const due = requirements.length
  const isPending = merchant.onboardingStatus === 'pending' && restriction === null
  const isEarly = isSandbox && isPending && stoppedBy(merchant) === null
  return [
    {
      name: `Account at ${processor}`,
      isDone: hasAccount && !closed,
      state: closed,
      note: hasAccount
        ? undefined
        : isOwn
          ? 'Your platform or your server creates it.'
          : 'Create it, then give the merchant its onboarding link.',
    },
    ...(restriction && !restriction.needsDetails
      ? []
      : [
          {
            name: 'Details provided',
            isDone: hasAccount && due === 0,
            note: due > 0 ? `${due} ${due === 1 ? 'item is' : 'items are'} still due` : undefined,
          },
        ]),
    {
      name: 'Can take payments',
      isDone: chargesEnabled && stopped === null && restriction === null,
      state: stopped || restriction ? 'No' : isEarly ? 'In the sandbox' : undefined,
      note: stopped
        ? stoppedNotes[stopped][isOwn ? 'own' : 'other']
        : isEarly
          ? 'A real processor takes payments only once the onboarding is finished.'
          : undefined,
    },
    payoutsStep(merchant, restriction, isOwn),
  ]
}

export function payoutsStep(merchant: Merchant, restriction: Restriction | null, isOwn: boolean) {
  const name = 'Receives payouts'
  // An account keeps its own payouts when its platform loses access to it.
  if (isDisconnected(merchant)) return { name, isDone: false, state: 'Not known here' }
  const isDone = activeAccount(merchant)?.payoutsEnabled ?? false
  if (!isDone) return { name, isDone, state: restriction ? 'No' : 'Not yet' }
  if (!merchant.suspended) return { name, isDone, state: 'Done' }
  const note = isOwn ? undefined : 'A suspension does not stop them. Stop them at the processor.'
  return { name, isDone, state: 'Still on', note }
}
