import { once } from 'node:events'
import type { Server } from 'node:http'
import { createApi } from './api/api.ts'
import { createFaults } from './api/faults.ts'
import { createRequestLog } from './api/request-log.ts'
import { createServeApi } from './api/serve-api.ts'
import { announceBalance } from './balance/balances.ts'
import { finishPayout } from './balance/pay-out.ts'
import { expireSession } from './checkout/sessions.ts'
import { createPlatform } from './connect/create-platform.ts'
import { accountControlRoutes } from './control/account-routes.ts'
import { callbackRoutes } from './control/callback-routes.ts'
import { createControl } from './control/control.ts'
import { disputeControlRoutes } from './control/dispute-routes.ts'
import { faultRoutes } from './control/fault-routes.ts'
import { payoutControlRoutes } from './control/payout-routes.ts'
import { sandboxRoutes } from './control/sandbox-routes.ts'
import { shopperRoutes } from './control/shopper-routes.ts'
import { webhookRoutes } from './control/webhook-routes.ts'
import { decideDispute, expireDispute } from './disputes/decide-dispute.ts'
import { preflightHeaders } from './http/cors.ts'
import { createRouter } from './http/router.ts'
import { createHttpServer } from './http/server.ts'
import { createScheduler, type JobHandlers } from './jobs/scheduler.ts'
import { createServePage } from './pages/serve-page.ts'
import { expireAuthorization } from './payment-intents/cancel.ts'
import { settlePayment } from './payment-intents/settle.ts'
import { failRefund, finishRefund } from './refunds/finish-refund.ts'
import { routes } from './routes.ts'
import { createRuleList } from './rule-list.ts'
import { openStore } from './store/store.ts'
import { createClock } from './time/clock.ts'
import { createDispatcher } from './webhooks/dispatcher.ts'
import type { Disruption } from './webhooks/disruptions.ts'
import { webhookState } from './webhooks/state.ts'

export interface SandboxOptions {
  /** 0, the default, picks any free port. */
  port?: number | undefined
  host?: string | undefined
  /** Where the log is kept. Without it, all data is lost when the sandbox stops. */
  dataDir?: string | undefined
  secretKey?: string | undefined
  publishableKey?: string | undefined
  /** How long bank debits, slow refunds and dispute decisions take. */
  settleAfterMs?: number | undefined
  /** The delay before a webhook's first retry. It doubles with each retry. */
  webhookRetryMs?: number | undefined
  /** Accepts requests of any API version and answers them in the newest. */
  anyVersion?: boolean | undefined
}

export interface Sandbox {
  readonly url: string
  readonly host: string
  readonly port: number
  readonly secretKey: string
  readonly publishableKey: string
  close(): Promise<void>
}

const jobHandlers: JobHandlers = {
  settle_payment: settlePayment,
  expire_authorization: expireAuthorization,
  finish_refund: finishRefund,
  fail_refund: failRefund,
  decide_dispute: decideDispute,
  expire_dispute: expireDispute,
  finish_payout: finishPayout,
  expire_session: expireSession,
  announce_balance: announceBalance,
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1'
  const keys = {
    secretKey: options.secretKey ?? 'sk_test_sandbox',
    publishableKey: options.publishableKey ?? 'pk_test_sandbox',
  }
  if (Object.values(keys).some(key => /^[a-z]k_live_/.test(key))) {
    throw new Error('the sandbox accepts test keys only, not live keys')
  }
  const address = host.includes(':') ? `[${host}]` : host
  const settings = {
    get url() {
      return `http://${address}:${port}`
    },
    settleAfterMs: options.settleAfterMs ?? 3000,
    anyVersion: options.anyVersion ?? false,
  }
  let port = options.port ?? 0
  const clock = createClock()
  const store = openStore(clock, options.dataDir)
  createPlatform(store)
  const scheduler = createScheduler(store, clock, jobHandlers)
  const disruptions = createRuleList<Disruption>()
  const dispatcher = createDispatcher({
    store,
    clock,
    disruptions,
    retryBaseMs: options.webhookRetryMs ?? 1000,
  })
  const faults = createFaults()
  const requests = createRequestLog()
  const operations = new Set(routes.map(route => route.operation))
  const webhooks = () => webhookState(store, dispatcher, disruptions)

  const control = createControl([
    ...sandboxRoutes({
      store,
      clock,
      requests,
      advance(ms) {
        const done = scheduler.advance(ms)
        dispatcher.wake()
        return done
      },
      reset() {
        scheduler.reset()
        dispatcher.reset()
        disruptions.clear()
        faults.clear()
        requests.clear()
        store.reset()
        createPlatform(store)
      },
    }),
    ...faultRoutes(faults, operations),
    ...webhookRoutes({ store, disruptions, dispatcher, state: webhooks }),
    ...accountControlRoutes(store),
    ...payoutControlRoutes(store, settings),
    ...disputeControlRoutes(store, settings),
    ...shopperRoutes(store, settings, keys),
    ...callbackRoutes(),
  ])
  const api = createApi({ store, clock, keys, settings, router: createRouter(routes) })
  const serveApi = createServeApi({ api, faults, requests })
  const servePage = createServePage({ store, clock, keys, faults, operations, webhooks })
  const server = createHttpServer(
    { newRequestId: () => `req_${store.random(14)}`, now: clock.now },
    (request, req, res) => {
      const isPreflight = request.method === 'OPTIONS' && request.path.startsWith('/v1/')
      if (isPreflight) res.writeHead(204, preflightHeaders).end()
      else if (servePage(request, res)) return
      else if (request.path.startsWith('/_sandbox/')) control(request, res)
      else serveApi(request, req, res)
    },
  )

  async function shutDown(): Promise<void> {
    scheduler.stop()
    dispatcher.stop()
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
    store.close()
  }
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= shutDown()
    return closing
  }

  try {
    port = await listen(server, port, host)
    return { url: settings.url, host, port, ...keys, close }
  } catch (error) {
    scheduler.stop()
    dispatcher.stop()
    store.close()
    throw error
  }
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}
