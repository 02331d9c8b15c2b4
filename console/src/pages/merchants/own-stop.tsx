import { Note } from '../../components/notes.tsx'
import { type Merchant, stoppedBy } from './merchant-query.ts'
import { SuspensionEffects } from './suspension-effects.tsx'

/** For a merchant that its platform has stopped, in its portal. Only its platform may say why. */
export function OwnStop({ merchant }: { merchant: Merchant }) {
  const stopped = stoppedBy(merchant)
  if (stopped === null) return null
  return (
    <Note tone="bad">
      {stopped === 'suspended' ? (
        <>
          <strong>Your platform suspended your account.</strong> Ask your platform why, and how to resume.
          <SuspensionEffects isOwn />
        </>
      ) : (
        <>
          <strong>Your platform disabled your account for new payments.</strong> Existing payments continue:
          you can still capture, refund and cancel them. Ask your platform why.
        </>
      )}
    </Note>
  )
}
