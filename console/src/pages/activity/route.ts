import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../shell/lazy-page.ts'
import { operatorsOnly, shellRoute, text } from '../../shell/route.ts'
import type { ActivitySearch } from './activity-query.ts'

export const activityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity',
  validateSearch: ({ tab, merchantId, actor, action, createdFrom, createdTo, cursor }): ActivitySearch => ({
    tab: tab === 'operators' ? tab : undefined,
    merchantId: text(merchantId),
    actor: text(actor),
    action: text(action),
    createdFrom: text(createdFrom),
    createdTo: text(createdTo),
    // Entries of the audit log are numbered, so a cursor in the address may be parsed as a number.
    cursor: cursor === undefined ? undefined : String(cursor),
  }),
  beforeLoad: operatorsOnly,
  component: lazyPage(() => import('./activity-page.tsx'), 'ActivityPage'),
})
