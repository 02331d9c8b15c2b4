import { randomBytes } from 'node:crypto'
import { beforeAll } from 'vitest'
import type { Env } from '../../src/config.ts'
import type { MerchantId } from '../../src/ids.ts'
import { recordAccount } from '../../src/merchants/accounts.sql.ts'
import { startProcessor, type TestProcessor, useServices } from './processor.ts'
import type { Answer, ServiceOptions, TestService } from './service.ts'

export interface PayingMerchant {
  merchantId: string
  apiKey: string
  accountId: string
}

/** A service with its sandbox. */
export interface Paying extends TestProcessor {
  service: TestService
  databaseUrl: string
  /** The settings that a service needs for the sandbox. */
  sandboxEnv: Env
  merchant: PayingMerchant
  addMerchant(input?: Record<string, unknown>): Promise<PayingMerchant>
  startAnother(options?: ServiceOptions): Promise<TestService>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string): Promise<Answer>
  create(body?: Record<string, unknown>, idempotencyKey?: string): Promise<Answer>
  /** Creates a payment and completes it at the processor as a shopper would. */
  pay(body?: Record<string, unknown>, method?: string): Promise<PaidPayment>
  /** The next call of this operation waits at the processor until the faults are cleared. */
  hold(operation: string, more?: object): Promise<unknown>
}

export interface PaidPayment {
  id: string
  intentId: string
}

export const newKey = () => `key-${randomBytes(8).toString('hex')}`

export interface PayingOptions extends ServiceOptions {
  /** Whether the sandbox sends its events to the service. */
  webhooks?: boolean
}

export function usePaying({ webhooks = false, ...options }: PayingOptions = {}): Paying {
  const handle = {} as Paying
  const prepare = useServices(options)
  beforeAll(async () => {
    const processor = await startProcessor({ webhooks })
    const sandboxEnv = { SVC_PROCESSOR: 'sandbox', ...processor.env }
    const { databaseUrl, start } = await prepare([processor], sandboxEnv)
    Object.assign(handle, processor, { sandboxEnv, databaseUrl, startAnother: start }, calls(handle))
    handle.service = await start()
    await processor.sendEventsTo(handle.service)
    handle.merchant = await handle.addMerchant()
  })
  return handle
}

function calls(handle: Paying): Partial<Paying> {
  const { post, get, create } = {
    post: (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      handle.service.call('POST', `/v1${path}`, { key: handle.merchant.apiKey, body, headers }),
    get: (path: string) => handle.service.call('GET', `/v1${path}`, { key: handle.merchant.apiKey }),
    create: (body: Record<string, unknown> = {}, idempotencyKey = newKey()) =>
      post('/payments/intents', { amountCents: 5000, ...body }, { 'idempotency-key': idempotencyKey }),
  }
  return {
    post,
    get,
    create,
    async addMerchant(input = {}) {
      const { merchantId, apiKey } = await handle.service.createMerchant(input)
      const account = await handle.stripe.accounts.create({ type: 'standard', country: 'US' })
      const snapshot = {
        accountId: account.id,
        chargesEnabled: true,
        payoutsEnabled: true,
        detailsSubmitted: true,
        disabledReason: null,
        pastDue: false,
        currentlyDue: [],
      }
      await recordAccount(handle.service.db, merchantId as MerchantId, 'sandbox', snapshot, new Date())
      return { merchantId, apiKey, accountId: account.id }
    },
    async pay(body = {}, method = 'pm_card_visa') {
      const { body: created } = await create(body)
      const intentId = created.processorPaymentIntentId
      await handle.confirm(handle.merchant.accountId, intentId, method)
      return { id: created.svcPaymentId, intentId }
    },
    // shorter than the service's time-out
    hold: (operation, more) =>
      handle.control('/faults', { operation, kind: 'latency', ms: 120_000, ...more }),
  }
}
