import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { allAtOnce } from '../../../at-once.ts'
import { keepFigures } from '../../../back-office/figures/keep-figures.ts'
import { systemClock } from '../../../clock.ts'
import type { Config } from '../../../config.ts'
import { createSandboxClient, type SandboxClient } from '../../../console/sandbox/sandbox-client.ts'
import type { Db } from '../../../db/db.ts'
import type { CreatedMerchant, Onboarding } from '../../answers.ts'
import { areCallbacksOnTheirWay, type Backdated, backdate, hasPayments } from './backdate.sql.ts'
import { brokenSinceMs, type DemoPayment, type DemoShop, demoStory, shops } from './story.ts'

interface DemoDeps {
  db: Db
  config: Config
  url: string
  adminUrl: string
}

interface OpenShop extends DemoShop {
  merchantId: string
  apiKey: string
  accountId: string
}

interface Made {
  svcPaymentId: string
  processorPaymentIntentId: string
}

/** Nothing listens there. */
const brokenUrl = 'http://127.0.0.1:9/callbacks'
const paymentsAtOnce = 6
const settledWithinMs = 60_000

/** False if the database already has payments. */
export async function playDemo({ db, config, url, adminUrl }: DemoDeps): Promise<boolean> {
  if (await hasPayments(db)) return false
  const [{ apiBase, secretKey }] = config.processors
  const sandbox = createSandboxClient(apiBase ?? '', secretKey)
  // Receives the callbacks of all shops, even after the next start.
  const receiverUrl = `${sandbox.url}/_sandbox/callbacks`
  const admin = caller(`${adminUrl}/admin/v1`, { authorization: `Bearer ${config.operatorToken}` })
  const setCallback = (shop: OpenShop, to: string) =>
    admin('PUT', `/merchants/${shop.merchantId}/callback`, { url: to })

  const open = async (shop: DemoShop): Promise<OpenShop> => {
    const { name, feeBps } = shop
    const { merchantId, apiKey } = await admin<CreatedMerchant>('POST', '/merchants', { name, feeBps })
    const account = await admin<Onboarding>('POST', `/merchants/${merchantId}/account`, {})
    const accountId = account.processorAccountId ?? ''
    await sandbox.control('POST', `accounts/${accountId}/onboarding`, { outcome: 'complete' })
    const opened = { ...shop, merchantId, apiKey, accountId }
    if (shop.endpoint !== 'none') await setCallback(opened, receiverUrl)
    return opened
  }
  const opened: OpenShop[] = []
  for (const shop of shops) opened.push(await open(shop))
  const { merchantId } = await admin<CreatedMerchant>('POST', '/merchants', { name: 'Old Mill Pottery' })
  await admin('POST', `/merchants/${merchantId}/account`, {})

  const make = async (payment: DemoPayment): Promise<Backdated> => {
    const shop = opened[payment.shop] as OpenShop
    const { orderRef, amountCents, currency, description, card, ending } = payment
    const own = caller(`${url}/v1`, { 'x-api-key': shop.apiKey })
    const isHeld = ending === 'held' || ending === 'canceled'
    const wanted = { amountCents, currency, orderRef, description }
    const captureMethod = isHeld ? 'manual' : 'automatic'
    const made = await own<Made>('POST', '/payments/intents', { ...wanted, captureMethod })
    const confirm = `/v1/payment_intents/${made.processorPaymentIntentId}/confirm`
    const params = { payment_method: card, return_url: 'https://shop.example/thanks' }
    if (ending !== 'abandoned') await sandbox.api('POST', confirm, shop.accountId, params)
    const act = (action: string, body: object) =>
      own('POST', `/payments/${made.svcPaymentId}/${action}`, body)
    if (ending === 'canceled') await act('cancel', {})
    if (ending === 'refunded') await act('refund', { reason: 'requested_by_customer' })
    if (ending === 'refunded in part') await act('refund', { amountCents: Math.ceil(amountCents / 3) })
    if (ending === 'dispute lost') await loseDispute(sandbox, shop.accountId, made)
    const { agoMs, laterMs } = payment
    const hasLater = /refund|dispute/.test(ending)
    return {
      paymentId: made.svcPaymentId,
      shiftMs: Math.round(agoMs),
      laterShiftMs: Math.round(hasLater ? agoMs - laterMs : agoMs),
    }
  }

  const story = demoStory()
  const all: Backdated[] = []
  const makeThose = async (wanted: (payment: DemoPayment) => boolean) => {
    await allAtOnce(paymentsAtOnce, story.filter(wanted), async payment => {
      all.push(await make(payment))
    })
    await settled(db, sandbox)
  }
  await makeThose(({ agoMs }) => agoMs > brokenSinceMs)
  for (const shop of opened) if (shop.endpoint === 'broken') await setCallback(shop, brokenUrl)
  await makeThose(({ agoMs }) => agoMs <= brokenSinceMs)
  await backdate(db, all, new Date())
  while (await keepFigures({ db, clock: systemClock }));
  // The daily comparison ran at the start, when there was nothing to compare.
  await admin('POST', '/reconciliations', {})
  return true
}

function caller(base: string, headers: Record<string, string>) {
  return async <Answer>(method: string, path: string, body: object): Promise<Answer> => {
    const response = await fetch(base + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(`The demo's ${method} ${path} was refused: ${answer}`)
    return JSON.parse(answer)
  }
}

async function loseDispute(
  sandbox: SandboxClient,
  accountId: string,
  { processorPaymentIntentId }: Made,
): Promise<void> {
  const query = `payment_intent=${processorPaymentIntentId}`
  const { body } = await sandbox.api('GET', `/v1/disputes?${query}`, accountId)
  const [dispute] = (body.data ?? []) as { id: string }[]
  const params = { 'evidence[uncategorized_text]': 'losing_evidence', submit: 'true' }
  if (dispute) await sandbox.api('POST', `/v1/disputes/${dispute.id}`, accountId, params)
}

/** Waits until webhooks and callbacks have arrived, up to a limit. */
async function settled(db: Db, sandbox: SandboxClient): Promise<void> {
  const until = Date.now() + settledWithinMs
  const isBusy = async () =>
    (await sandbox.control('GET', 'webhooks')).pending !== 0 || (await areCallbacksOnTheirWay(db))
  do await pause(100)
  while (Date.now() < until && (await isBusy()))
}
