import type { ReactNode } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { Button } from './button.tsx'
import { CopyableId } from './copyable.tsx'
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

interface NoteProps {
  tone: 'bad' | 'waiting' | 'quiet'
  /** `status` if the note appears and disappears by itself. */
  role?: 'note' | 'status' | 'alert'
  children: ReactNode
}

/** A few sentences on a colored background. */
export function Note({ tone, role = 'note', children }: NoteProps) {
  return (
    <div role={role} className={classes.note} data-tone={tone}>
      {children}
    </div>
  )
}

/** Explains what went wrong, with the trace id for support. */
export function ProblemNote({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const problem = error instanceof ApiProblem ? error : null
  return (
    <div role="alert" className={classes.problem}>
      <strong>{problem?.title ?? 'Something went wrong'}</strong>
      <p>{error.message}</p>
      {problem && problem.fieldErrors.length > 0 && (
        <ul>
          {problem.fieldErrors.map(({ path, message }) => (
            <li key={path + message}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {problem?.traceId && (
        <p className={classes.trace}>
          traceId <CopyableId id={problem.traceId} />
        </p>
      )}
      {onRetry && (
        <Button size="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
