import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { PasswordInput } from '../components/fields.tsx'
import { ProblemNote } from '../components/notes.tsx'

interface TokenFormProps {
  signIn: (credential: { token: string }) => Promise<unknown>
  onSignedIn?: () => void
  className?: string
}

export function TokenForm({ signIn, onSignedIn, className }: TokenFormProps) {
  const [token, setToken] = useState('')
  const attempt = useMutation({ mutationFn: signIn, onSuccess: onSignedIn })
  return (
    <form
      className={className}
      onSubmit={event => {
        event.preventDefault()
        attempt.mutate({ token: token.trim() })
      }}
    >
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
  )
}
