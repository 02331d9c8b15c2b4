import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Note, ProblemNote } from '../../components/notes.tsx'
import { hasEnded, signIn } from '../../session/session.ts'
import { TokenForm } from '../../shell/token-form.tsx'
import { EntryCard, useCode } from './entry.tsx'

export function SignInPage() {
  const { to } = useSearch({ from: '/sign-in' })
  const navigate = useNavigate()
  const { history, basepath } = useRouter()
  const enter = () => (to ? history.replace(basepath + to) : void navigate({ to: '/', replace: true }))
  const link = useCode(enter)
  if (link.hasCode && !link.error) return <EntryCard title="Signing you in…" />
  return (
    <EntryCard
      title="Sign in"
      lead="For platform operators and support. Merchants open their portal with a link from their platform."
    >
      {hasEnded() && <Note tone="waiting">Your session has ended. Sign in to continue.</Note>}
      {link.error && (
        <ProblemNote
          error={new Error('This link has already been used or has expired. Sign in with a token.')}
        />
      )}
      <TokenForm signIn={signIn} onSignedIn={enter} />
    </EntryCard>
  )
}
