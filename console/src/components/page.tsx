import { type ReactNode, useEffect } from 'react'
import classes from './page.module.css'

interface PageProps {
  title: string
  /** One line under the title. */
  lead?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Above the title: the way back. */
  back?: ReactNode
  /** Beside the title, such as a status. */
  badge?: ReactNode
  children: ReactNode
}

/** The frame of every page's content: title in the document and on the page, actions, content. */
export function Page({ title, lead, actions, back, badge, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · svcpay`
  }, [title])
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div className={classes.heading}>
          {back && <div className={classes.back}>{back}</div>}
          <div className={classes.title}>
            <h1>{title}</h1>
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
