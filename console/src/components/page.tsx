import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { SignedIn } from '../session/session.ts'
import { Breakable } from './breakable.tsx'
import classes from './page.module.css'

interface PageProps {
  title: string
  /** One line under the title. */
  lead?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** A link back, above the title. */
  back?: ReactNode
  /** Beside the title, such as a status. */
  badge?: ReactNode
  children: ReactNode
}

/** The frame of every page: its title, actions and content. After a navigation, the heading has the focus. */
export function Page({ title, lead, actions, back, badge, children }: PageProps) {
  const session = useContext(SignedIn)
  const product = session?.kind === 'portal' ? session.brand.name : 'svcpay'
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
  const heading = useRef<HTMLHeadingElement>(null)
  const router = useRouter()
  useEffect(() => {
    const isFirstLoad = router.state.resolvedLocation === undefined
    const isTyping = document.activeElement?.matches('input, select, textarea')
    if (!isFirstLoad && !isTyping) heading.current?.focus({ preventScroll: true })
  }, [router])
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div className={classes.heading}>
          {back && <div className={classes.back}>{back}</div>}
          <div className={classes.title}>
            <h1 ref={heading} tabIndex={-1}>
              <Breakable text={title} />
            </h1>
            {badge}
          </div>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
