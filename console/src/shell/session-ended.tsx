import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { askAgain, stopAsking } from '../api/client.ts'
import { Button } from '../components/button.tsx'
import layout from '../components/dialog.module.css'
import { Dialog } from '../components/dialog.tsx'
import { type Session, sessionQuery, signInAgain } from '../session/session.ts'
import { TokenForm } from './token-form.tsx'

/** Covers the page without unmounting it: after signing in again, users find their input unchanged. */
export function SessionEnded({ kind }: Pick<Session, 'kind'>) {
  const queryClient = useQueryClient()
  useEffect(() => {
    stopAsking()
    return () => {
      askAgain()
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    }
  }, [queryClient])
  return (
    <Dialog title="Your session has ended" hidesPage>
      <div className={layout.stack}>
        {kind === 'operator' ? (
          <>
            <p>Sign in to continue. Your input on this page is kept.</p>
            <TokenForm signIn={signInAgain} className={layout.stack} />
          </>
        ) : (
          <>
            <p>
              Open your portal again from your platform’s own site, in another tab, and come back. Your input
              on this page is kept.
            </p>
            <Button onClick={() => void queryClient.refetchQueries(sessionQuery)}>Continue</Button>
          </>
        )}
      </div>
    </Dialog>
  )
}
