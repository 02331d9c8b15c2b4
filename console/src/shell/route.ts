import { createRootRoute, createRoute, notFound, redirect } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'
import { type Session, sessionQuery } from '../session/session.ts'
import { NotFound, RouteError } from './route-states.tsx'
import { Shell } from './shell.tsx'

export const rootRoute = createRootRoute({ notFoundComponent: NotFound, errorComponent: RouteError })

/** All pages that need a session. Without one, they lead to the sign-in form and back. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  notFoundComponent: NotFound,
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (session) return { session }
    const to = location.href === '/' ? undefined : location.href
    throw redirect({ to: '/sign-in', search: to ? { to } : {} })
  },
})

/** A search parameter: undefined unless it is a non-empty string. */
export const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Every other path. */
export const unknownRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound })

/** For pages that a merchant's portal does not have. */
export function operatorsOnly({ context }: { context: { session: Session } }): void {
  if (context.session.kind === 'portal') throw notFound()
}
