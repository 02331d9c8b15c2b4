import { createRoute } from '@tanstack/react-router'
import { rootRoute } from '../../shell/route.ts'
import { PortalPage } from './portal-page.tsx'
import { SignInPage } from './sign-in-page.tsx'

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  /** Where to go afterwards: a page of the console, never another site. */
  validateSearch: ({ to }): { to?: string } =>
    typeof to === 'string' && /^\/(?![/\\])/.test(to) ? { to } : {},
  component: SignInPage,
})

/** Where a merchant's one-time link leads. */
export const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portal',
  /** How a merchant comes back from the processor's onboarding form. */
  validateSearch: ({ onboarding }): { onboarding?: 'done' | 'expired' } =>
    onboarding === 'done' || onboarding === 'expired' ? { onboarding } : {},
  component: PortalPage,
})
