import { Note } from '../../components/notes.tsx'
import { SuspensionEffects } from './suspension-effects.tsx'

/** For a suspended merchant, in its portal. Only its platform may say why. */
export function OwnSuspension() {
  return (
    <Note tone="bad">
      <strong>Your platform suspended your account.</strong> Ask your platform why, and how to resume.
      <SuspensionEffects isOwn />
    </Note>
  )
}
