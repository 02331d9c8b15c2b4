import type { ServerResponse } from 'node:http'
import type { HttpRequest } from '../http/request.ts'
import { createRouter } from '../http/router.ts'
import { logFailure } from '../log-failure.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import { serveAsset } from './assets.ts'
import { checkoutPage } from './checkout-page.ts'
import type { PageContext } from './context.ts'
import { disputePage } from './dispute-page.ts'
import { elementPage } from './element-page.ts'
import { homePage } from './home-page.ts'
import { nextActionPage } from './next-action-page.ts'
import { onboardingPage } from './onboarding-page.ts'
import { messagePage, type PageAnswer, sendPage } from './page.ts'
import { paymentsPage } from './payments-page.ts'
import { readerPage, readersPage } from './reader-page.ts'
import { receiptPage } from './receipt-page.ts'
import { sessionPage } from './session-page.ts'

/** Answers a request for a hosted page or the browser script. Returns false for anything else. */
type ServePage = (request: HttpRequest, res: ServerResponse) => boolean

interface Dependencies extends Pick<PageContext, 'keys' | 'faults' | 'operations' | 'webhooks'> {
  readonly store: Store
  readonly clock: Clock
}

interface PageRoute {
  readonly method: 'GET'
  readonly path: string
  readonly render: (context: PageContext) => PageAnswer
}

const pageRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/', render: homePage },
  { method: 'GET', path: '/_sandbox/pages/checkout', render: checkoutPage },
  { method: 'GET', path: '/_sandbox/pages/disputes/:id', render: disputePage },
  { method: 'GET', path: '/_sandbox/pages/next_action/:id', render: nextActionPage },
  { method: 'GET', path: '/_sandbox/pages/onboarding/:id/:token', render: onboardingPage },
  { method: 'GET', path: '/_sandbox/pages/payments', render: paymentsPage },
  { method: 'GET', path: '/_sandbox/pages/readers', render: readersPage },
  { method: 'GET', path: '/_sandbox/pages/readers/:id', render: readerPage },
  { method: 'GET', path: '/_sandbox/pages/receipts/:id', render: receiptPage },
  { method: 'GET', path: '/_sandbox/pages/sessions/:id', render: sessionPage },
  { method: 'GET', path: '/_sandbox/pages/element', render: elementPage },
]

/** Stripe's own paths for its script, with or without the name of a release. */
const scriptPath = /^\/(v3\/?|([a-z]+\/)?stripe\.js)$/

export function createServePage({ store, clock, ...rest }: Dependencies): ServePage {
  const router = createRouter(pageRoutes)

  function answer(request: HttpRequest): PageAnswer | undefined {
    const match = router('GET', request.path)
    if (match) {
      return match.route.render({
        ...rest,
        tables: store.tables,
        now: Math.floor(clock.now() / 1000),
        aheadMs: clock.offset(),
        query: new URLSearchParams(request.query),
        id: match.path[0] ?? '',
        path: match.path,
        baseUrl: `http://${request.headers.host ?? 'localhost'}`,
      })
    }
    if (!request.path.startsWith('/_sandbox/pages/')) return undefined
    return messagePage(404, 'No such page', 'The sandbox has no page at this address.')
  }

  function serve(request: HttpRequest, res: ServerResponse): boolean {
    if (scriptPath.test(request.path)) return serveAsset('stripe.js', res)
    if (request.path === '/favicon.ico') return serveAsset('icon.svg', res)
    if (request.path.startsWith('/_sandbox/assets/')) {
      return serveAsset(request.path.slice('/_sandbox/assets/'.length), res)
    }
    const page = answer(request)
    if (page) sendPage(res, page)
    return page !== undefined
  }

  return (request, res) => {
    if (request.path.startsWith('/v1/') || !['GET', 'HEAD'].includes(request.method)) return false
    try {
      return serve(request, res)
    } catch (error) {
      logFailure(error)
      sendPage(res, messagePage(500, 'The sandbox failed', 'See its standard error for details.'))
      return true
    }
  }
}
