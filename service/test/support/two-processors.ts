import { beforeAll } from 'vitest'
import type { Env } from '../../src/config.ts'
import { newKey } from './paying.ts'
import { startProcessor, type TestProcessor, useServices } from './processor.ts'
import type { Answer, ServiceOptions, TestService } from './service.ts'

export const [first, second] = ['sandbox', 'stripe-eu'] as const
type Name = typeof first | typeof second

export interface MovingMerchant {
  merchantId: string
  apiKey: string
  accounts: Record<Name, string>
}

/** A service with two processors. Each is a separate sandbox that sends its events to the service. */
export interface TwoProcessors {
  service: TestService
  places: Record<Name, TestProcessor>
  env: Env
  databaseUrl: string
  start(options?: ServiceOptions): Promise<TestService>
  /** A merchant that can take payments at both. The first is active. */
  addMerchant(): Promise<MovingMerchant>
  /** A merchant that can take payments at these processors. */
  addMerchantAt(...names: Name[]): Promise<MovingMerchant>
  /** Creates the merchant's account at a processor; `onboard` enables it. */
  connect(merchantId: string, name: Name): Promise<string>
  onboard(name: Name, accountId: string): Promise<void>
  move(merchantId: string, processor: string, when?: string): Promise<Answer>
  create(merchant: MovingMerchant, idempotencyKey?: string, body?: object): Promise<Answer>
  /** As a shopper would. */
  confirm(merchant: MovingMerchant, created: Answer['body'], method?: string): Promise<void>
  pay(merchant: MovingMerchant): Promise<Answer['body']>
  post(merchant: MovingMerchant, path: string, body?: object): Promise<Answer>
  read(merchant: MovingMerchant, svcPaymentId: string): Promise<Answer['body']>
  fault(name: Name, fault: object): Promise<unknown>
  clearFaults(name: Name): Promise<void>
}

export function useTwoProcessors(options: ServiceOptions = {}): TwoProcessors {
  const handle = {} as TwoProcessors
  const prepare = useServices(options)
  beforeAll(async () => {
    const places = {
      [first]: await startProcessor({ name: first, webhooks: true }),
      [second]: await startProcessor({ name: second, webhooks: true }),
    }
    const processors = Object.values(places)
    const env = Object.assign({ SVC_PROCESSORS: `${first},${second}` }, ...processors.map(one => one.env))
    const { databaseUrl, start: startOnly } = await prepare(processors, env)
    const start = async (more: ServiceOptions = {}) => {
      const service = await startOnly(more)
      if (more.role !== 'worker') for (const one of processors) await one.sendEventsTo(service)
      return service
    }
    Object.assign(handle, { places, env, databaseUrl, start }, calls(handle))
    handle.service = await start()
  })
  return handle
}

function calls(handle: TwoProcessors): Partial<TwoProcessors> {
  const post: TwoProcessors['post'] = ({ apiKey: key }, path, body = {}) =>
    handle.service.call('POST', `/v1${path}`, { key, body, headers: { 'idempotency-key': newKey() } })
  const calls: Partial<TwoProcessors> &
    Pick<TwoProcessors, 'addMerchantAt' | 'create' | 'confirm' | 'connect' | 'onboard'> = {
    post,
    async connect(merchantId, processor) {
      const path = `/merchants/${merchantId}/account`
      const { status, body } = await handle.service.admin('POST', path, { processor })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body.processorAccountId
    },
    async onboard(name, accountId) {
      await handle.places[name].control(`/accounts/${accountId}/onboarding`, { outcome: 'complete' })
    },
    addMerchant: () => calls.addMerchantAt(first, second),
    async addMerchantAt(...names) {
      const { merchantId, apiKey } = await handle.service.createMerchant()
      const accounts = { [first]: '', [second]: '' }
      for (const name of names) {
        accounts[name] = await calls.connect(merchantId, name)
        await calls.onboard(name, accounts[name])
      }
      return { merchantId, apiKey, accounts }
    },
    move: (merchantId, processor, when = 'now') =>
      handle.service.admin('POST', `/merchants/${merchantId}/processor`, { processor, when }),
    create: ({ apiKey: key }, idempotencyKey = newKey(), body = { amountCents: 5000 }) => {
      const headers = { 'idempotency-key': idempotencyKey }
      return handle.service.call('POST', '/v1/payments/intents', { key, body, headers })
    },
    async confirm({ accounts }, { processor, processorPaymentIntentId }, method) {
      const name = processor as Name
      await handle.places[name].confirm(accounts[name], processorPaymentIntentId, method)
    },
    async pay(merchant) {
      const { body } = await calls.create(merchant)
      await calls.confirm(merchant, body)
      return body
    },
    async read({ apiKey: key }, id) {
      return (await handle.service.call('GET', `/v1/payments/${id}`, { key })).body
    },
    fault: (name, fault) => handle.places[name].control('/faults', fault),
    clearFaults: name => handle.places[name].clearFaults(),
  }
  return calls
}
