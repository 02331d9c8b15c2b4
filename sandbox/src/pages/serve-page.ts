import type { ServerResponse } from 'node:http'
import type { ApiRequest } from '../http/api-request.ts'
import type { Keys } from '../http/authenticate.ts'
import { decodeSegment } from '../http/router.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import { serveAsset } from './assets.ts'
import { checkoutPage } from './checkout-page.ts'
import type { PageContext } from './context.ts'
import { elementPage } from './element-page.ts'
import { homePage } from './home-page.ts'
import { nextActionPage } from './next-action-page.ts'
import { onboardingPage } from './onboarding-page.ts'
import { messagePage, type PageAnswer, sendPage } from './page.ts'
import { readerPage, readersPage } from './reader-page.ts'

/** Answers a request for a hosted page or browser script; false leaves it to the API and the controls. */
export type ServePage = (request: ApiRequest, res: ServerResponse) => boolean

interface Dependencies {
  readonly store: Store
  readonly clock: Clock
  readonly keys: Keys
}

const pages: readonly (readonly [RegExp, (context: PageContext) => PageAnswer])[] = [
  [/^\/$/, homePage],
  [/^\/_sandbox\/pages\/checkout$/, checkoutPage],
  [/^\/_sandbox\/pages\/next_action\/([^/]+)$/, nextActionPage],
  [/^\/_sandbox\/pages\/onboarding\/([^/]+)\/([^/]+)$/, onboardingPage],
  [/^\/_sandbox\/pages\/readers$/, readersPage],
  [/^\/_sandbox\/pages\/readers\/([^/]+)$/, readerPage],
  [/^\/_sandbox\/pages\/element$/, elementPage],
]

/** Stripe serves its script under these, the last with the name of a release in front. */
const scriptPath = /^\/(v3\/?|([a-z]+\/)?stripe\.js)$/

export function createServePage({ store, clock, keys }: Dependencies): ServePage {
  function answer(request: ApiRequest): PageAnswer | undefined {
    for (const [pattern, render] of pages) {
      const match = pattern.exec(request.path)
      if (!match) continue
      return render({
        tables: store.tables,
        keys,
        now: Math.floor(clock.now() / 1000),
        query: new URLSearchParams(request.query),
        path: match.slice(1).map(decodeSegment),
        baseUrl: `http://${request.headers.host ?? 'localhost'}`,
      })
    }
    if (!request.path.startsWith('/_sandbox/pages/')) return undefined
    return messagePage(404, 'No such page', 'The sandbox has no page at this address.')
  }

  function serve(request: ApiRequest, res: ServerResponse): boolean {
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
      process.stderr.write(`svcpay-sandbox: ${error instanceof Error ? error.stack : error}\n`)
      sendPage(res, messagePage(500, 'The sandbox failed', 'Its log has the details.'))
      return true
    }
  }
}
