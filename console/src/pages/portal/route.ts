import { createRoute, notFound } from '@tanstack/react-router'
import type { Session } from '../../session/session.ts'
import { lazyPage } from '../../shell/lazy-page.ts'
import { shellRoute } from '../../shell/route.ts'
import type { LedgerSearch } from '../ledger/ledger-query.ts'
import { day } from '../ledger/route.ts'

/** For pages that only a merchant's portal has. */
function merchantsOnly({ context }: { context: { session: Session } }): void {
  if (context.session.kind !== 'portal') throw notFound()
}

export const statementsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/statements',
  validateSearch: ({ from, to }): LedgerSearch => ({ from: day(from), to: day(to) }),
  beforeLoad: merchantsOnly,
  component: lazyPage(() => import('./statements-page.tsx'), 'StatementsPage'),
})

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  beforeLoad: merchantsOnly,
  component: lazyPage(() => import('../merchants/settings-page.tsx'), 'SettingsPage'),
})
