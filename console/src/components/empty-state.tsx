import type { ReactNode } from 'react'
import classes from './notes.module.css'

interface EmptyStateProps {
  title: string
  /** What to do next. */
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <strong>{title}</strong>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}
