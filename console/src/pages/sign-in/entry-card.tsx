import { type ReactNode, useEffect } from 'react'
import classes from './entry-card.module.css'

/** The one card of a page for someone who is not signed in. */
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
