import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Session, signIn } from '../../session/session.ts'

/** A one-time code from the address's fragment, which no server and no log ever sees. It is taken out at once. */
function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code')
  if (code) history.replaceState(history.state, '', location.pathname + location.search)
  return code
}

/** Signs in with the code of a link, if the page was opened by one. */
export function useCode(onSignedIn: (session: Session) => void) {
  const [code, setCode] = useState<string | null>(null)
  const attempt = useMutation({ mutationFn: (code: string) => signIn({ code }), onSuccess: onSignedIn })
  useEffect(() => {
    const taken = takeCode()
    if (taken === null) return
    setCode(taken)
    attempt.mutate(taken)
  }, [attempt.mutate])
  return { hasCode: code !== null, error: attempt.error }
}
