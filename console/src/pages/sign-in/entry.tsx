import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { signIn } from '../../session/session.ts'
import classes from './entry.module.css'

/** The only card of a page that needs no session. */
export function EntryCard({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · svcpay`
  }, [title])
  return (
    <main className={classes.main}>
      <div className={classes.brand}>
        <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="36" height="36" />
        svcpay
      </div>
      <section className={classes.card}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
        {children}
      </section>
    </main>
  )
}

/** Takes the one-time code out of the fragment, which no server or log ever sees. */
function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code')
  if (code) history.replaceState(history.state, '', location.pathname + location.search)
  return code
}

/** Signs in with the code of a link, if the page was opened by one. */
export function useCode(onSignedIn: () => void) {
  const [code, setCode] = useState<string | null>(null)
  const attempt = useMutation({ mutationFn: (code: string) => signIn({ code }), onSuccess: onSignedIn })
  useEffect(() => {
    const take = () => {
      const taken = takeCode()
      if (taken === null) return
      setCode(taken)
      attempt.mutate(taken)
    }
    take()
    // If a link is pasted into a tab that shows this page, only the fragment changes.
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [attempt.mutate])
  return { hasCode: code !== null, error: attempt.error }
}
