import { createRoute } from '@tanstack/react-router'
import { rootRoute } from '../../shell/route.ts'
import { PortalPage } from './portal-page.tsx'
import { SignInPage } from './sign-in-page.tsx'

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  /** The page to open afterward: a page of the console, never another site. */
  validateSearch: ({ to }): { to?: string } =>
    typeof to === 'string' && /^\/(?![/\\])/.test(to) ? { to } : {},
  component: SignInPage,
})

/** The page that a merchant's one-time link opens. */
export const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portal',
  /** The page to which a merchant returns from the processor's onboarding form. */
  validateSearch: ({ onboarding }): { onboarding?: 'done' | 'expired' } =>
    onboarding === 'done' || onboarding === 'expired' ? { onboarding } : {},
  component: PortalPage,
})
