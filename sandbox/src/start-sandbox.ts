import { once } from 'node:events'
import type { Server } from 'node:http'
import { createPlatform } from './connect/create-platform.ts'
import { accountControlRoutes } from './control/account-routes.ts'
import { createControl } from './control/control.ts'
import { createFaults } from './control/faults.ts'
import { createRequestLog } from './control/request-log.ts'
import { shopperRoutes } from './control/shopper-routes.ts'
import { troubleRoutes } from './control/trouble-routes.ts'
import { worldRoutes } from './control/world-routes.ts'
import { decideDispute } from './disputes/decide-dispute.ts'
import { createDispatcher } from './events/dispatcher.ts'
import { createDisruptions } from './events/disruptions.ts'
import { createApi } from './http/api.ts'
import { createRouter } from './http/router.ts'
import { createServeApi } from './http/serve-api.ts'
import { createHttpServer } from './http/server.ts'
import { createServePage } from './pages/serve-page.ts'
import { expireAuthorization } from './payment-intents/cancel.ts'
import { settlePayment } from './payment-intents/settle.ts'
import { failRefund, finishRefund } from './refunds/finish-refund.ts'
import { routes } from './routes.ts'
import { openStore } from './store/store.ts'
import { createClock } from './time/clock.ts'
import { createScheduler, type JobHandlers } from './time/scheduler.ts'

export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  port?: number | undefined
  host?: string | undefined
  /** Where the log is kept; without one, everything is gone when the sandbox stops. */
  dataDir?: string | undefined
  secretKey?: string | undefined
  publishableKey?: string | undefined
  /** How long bank debits, slow refunds and dispute decisions take. */
  settleAfterMs?: number | undefined
  /** The pause before a webhook's first retry; it doubles with each. */
  webhookRetryMs?: number | undefined
  /** Answers requests for other API versions too, in the shapes of the one it speaks. */
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
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1'
  const keys = {
    secretKey: options.secretKey ?? 'sk_test_sandbox',
    publishableKey: options.publishableKey ?? 'pk_test_sandbox',
  }
  if (Object.values(keys).some(key => /^[a-z]k_live_/.test(key))) {
    throw new Error('a live key was given; the sandbox takes test keys only')
  }
  const settings = { settleAfterMs: options.settleAfterMs ?? 3000, anyVersion: options.anyVersion ?? false }
  const clock = createClock()
  const store = openStore(clock, options.dataDir)
  createPlatform(store)
  const scheduler = createScheduler(store, clock, jobHandlers)
  const disruptions = createDisruptions()
  const dispatcher = createDispatcher({
    store,
    clock,
    disruptions,
    retryBaseMs: options.webhookRetryMs ?? 1000,
  })
  const faults = createFaults()
  const requests = createRequestLog()

  const control = createControl([
    ...worldRoutes({
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
    ...troubleRoutes({
      store,
      faults,
      disruptions,
      dispatcher,
      operations: new Set(routes.map(route => route.operation)),
    }),
    ...accountControlRoutes(store),
    ...shopperRoutes(store, settings, keys),
  ])
  const api = createApi({ store, clock, keys, settings, router: createRouter(routes) })
  const serveApi = createServeApi({ api, faults, requests })
  const servePage = createServePage({ store, clock, keys })
  const server = createHttpServer({ serveApi, control, servePage, random: store.random })

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
    const port = await listen(server, options.port ?? 0, host)
    const name = host.includes(':') ? `[${host}]` : host
    return { url: `http://${name}:${port}`, host, port, ...keys, close }
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
