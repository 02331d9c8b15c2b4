import { createRoute } from '@tanstack/react-router'
import { overviewQuery } from '../../api/overview.ts'
import { keysetQuery } from '../../components/keyset-pages.tsx'
import { lazyPage } from '../../shell/lazy-page.ts'
import { operatorsOnly, shellRoute, text } from '../../shell/route.ts'
import { balancesList, type LedgerSearch } from './ledger-query.ts'

/** A search parameter: undefined unless it is a day. */
export const day = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined

export const ledgerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/ledger',
  validateSearch: ({ merchantId, tab, processor, currency, from, to, cursor }): LedgerSearch => ({
    merchantId: text(merchantId),
    tab: tab === 'statement' ? tab : undefined,
    processor: text(processor),
    currency: text(currency),
    from: day(from),
    to: day(to),
    cursor: text(cursor),
  }),
  beforeLoad: operatorsOnly,
  component: lazyPage(() => import('./ledger-page.tsx'), 'LedgerPage'),
  staticData: {
    reads: ({ search: { merchantId, cursor } }) => [
      overviewQuery('24h'),
      ...(merchantId ? [] : [keysetQuery(balancesList(cursor))]),
    ],
  },
})
