import { useMutation } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { PasswordInput } from '../../components/fields.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { signIn } from '../../session/session.ts'
import { EntryCard, useCode } from './entry.tsx'

export function SignInPage() {
  const { to } = useSearch({ from: '/sign-in' })
  const [token, setToken] = useState('')
  const navigate = useNavigate()
  const { history, basepath } = useRouter()
  const enter = () => (to ? history.replace(basepath + to) : void navigate({ to: '/', replace: true }))
  const link = useCode(enter)
  const attempt = useMutation({ mutationFn: signIn, onSuccess: enter })
  if (link.hasCode && !link.error) return <EntryCard title="Signing you in…" />
  return (
    <EntryCard
      title="Sign in"
      lead="For platform operators and support. Merchants open their portal with a link from their platform."
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          attempt.mutate({ token: token.trim() })
        }}
      >
        {link.error && (
          <ProblemNote error={new Error('This link was used or has expired. Sign in with a token.')} />
        )}
        <PasswordInput
          label="Operator token"
          description="SVC_OPERATOR_TOKEN, or a token of your own (svc_op_…)"
          value={token}
          onChange={event => setToken(event.currentTarget.value)}
          autoComplete="current-password"
          spellCheck={false}
          autoFocus
          required
        />
        {attempt.error && <ProblemNote error={attempt.error} />}
        <Button type="submit" variant="filled" size="md" loading={attempt.isPending}>
          Sign in
        </Button>
      </form>
    </EntryCard>
  )
}
