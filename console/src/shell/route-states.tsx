import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Card } from '../components/card.tsx'
import { EmptyState, ProblemNote } from '../components/notes.tsx'
import { Page } from '../components/page.tsx'
import { useLiveState } from '../live/live.tsx'

export function NotFound() {
  return (
    <Page title="Not found">
      <Card>
        <EmptyState title="There is no such page" action={<Link to="/">Go to the start page</Link>}>
          The address may be mistyped, or the page may belong to someone else.
        </EmptyState>
      </Card>
    </Page>
  )
}

/** Shown while a page's code is loading, which waits while the service is unreachable. */
export function Loading() {
  const isDown = useLiveState() === 'polling'
  return (
    <Page
      title="Loading…"
      lead={isDown && 'The service is not responding. The page will open once it is back.'}
    >
      {null}
    </Page>
  )
}

export function RouteError({ error }: ErrorComponentProps) {
  return (
    <Page title="Something went wrong">
      <ProblemNote
        error={error instanceof Error ? error : new Error(String(error))}
        onRetry={() => location.reload()}
      />
    </Page>
  )
}
