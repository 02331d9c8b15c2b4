import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { keepFigures } from '../../../back-office/figures/keep-figures.ts'
import { systemClock } from '../../../clock.ts'
import type { Config } from '../../../config.ts'
import { createSandboxClient, type SandboxClient } from '../../../console/sandbox/sandbox-client.ts'
import type { Db } from '../../../db/db.ts'
import type { CreatedMerchant, Onboarding } from '../../answers.ts'
import { callsTo } from '../../operator-client.ts'
import { areCallbacksOnTheirWay, type Backdated, backdate, hasPayments } from './backdate.sql.ts'
import { brokenSinceMs, type DemoPayment, type DemoShop, demoStory, shops } from './story.ts'

type OpenShop = DemoShop & { merchantId: string; apiKey: string; accountId: string }
type Made = { svcPaymentId: string; processorPaymentIntentId: string }

/** Nothing listens there. */
const brokenUrl = 'http://127.0.0.1:9/callbacks'
const settledWithinMs = 60_000
const shopsOpenedBeforeMs = 86_400_000

/** False if the database already has payments. */
export async function playDemo(db: Db, config: Config, url: string, adminUrl: string): Promise<boolean> {
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
  // The processor's dates must match the story, so the story is played on the sandbox's clock.
  const story = demoStory()
  let behindMs = Math.max(...story.map(({ agoMs }) => agoMs)) + shopsOpenedBeforeMs
  await sandbox.control('POST', 'clock', { back_ms: behindMs })
  const advanceTo = async (agoMs: number) => {
    if (agoMs < behindMs) await sandbox.control('POST', 'clock', { advance_ms: behindMs - agoMs })
    behindMs = agoMs
  }
  const opened: OpenShop[] = []
  for (const shop of shops) opened.push(await open(shop))
  const { merchantId } = await admin<CreatedMerchant>('POST', '/merchants', { name: 'Old Mill Pottery' })
  await admin('POST', `/merchants/${merchantId}/account`, {})

  const make = async ({ shop, orderRef, amountCents, currency, description, card, ending }: DemoPayment) => {
    const { apiKey, accountId } = opened[shop] as OpenShop
    const own = caller(`${url}/v1`, { 'x-api-key': apiKey })
    const isHeld = ending === 'held' || ending === 'canceled'
    const wanted = { amountCents, currency, orderRef, description }
    const captureMethod = isHeld ? 'manual' : 'automatic'
    const made = await own<Made>('POST', '/payments/intents', { ...wanted, captureMethod })
    const confirm = `/v1/payment_intents/${made.processorPaymentIntentId}/confirm`
    const params = { payment_method: card, return_url: 'https://shop.example/thanks' }
    if (ending !== 'abandoned') await sandbox.api('POST', confirm, accountId, params)
    const act = (action: string, body: object) =>
      own('POST', `/payments/${made.svcPaymentId}/${action}`, body)
    if (ending === 'canceled') await act('cancel', {})
    const end = async () => {
      if (ending === 'refunded') await act('refund', { reason: 'requested_by_customer' })
      if (ending === 'refunded in part') await act('refund', { amountCents: Math.ceil(amountCents / 3) })
      if (ending === 'dispute lost') await loseDispute(sandbox, accountId, made)
    }
    return { paymentId: made.svcPaymentId, end }
  }

  const all: Backdated[] = []
  const steps = story.flatMap(payment => {
    const { agoMs, laterMs, ending } = payment
    const endedMs = /refunded|lost/.test(ending) ? agoMs - laterMs : agoMs
    let end = async () => {}
    const begin = async () => {
      const made = await make(payment)
      all.push({ paymentId: made.paymentId, shiftMs: agoMs, laterShiftMs: endedMs })
      end = made.end
    }
    return [
      { agoMs, play: begin },
      { agoMs: endedMs, play: () => end() },
    ]
  })
  steps.sort((a, b) => b.agoMs - a.agoMs)
  const playSteps = async (wanted: (agoMs: number) => boolean) => {
    for (const { agoMs, play } of steps.filter(step => wanted(step.agoMs))) {
      await advanceTo(agoMs)
      await play()
    }
    await settled(db, sandbox)
  }
  await playSteps(agoMs => agoMs > brokenSinceMs)
  for (const shop of opened) if (shop.endpoint === 'broken') await setCallback(shop, brokenUrl)
  await playSteps(agoMs => agoMs <= brokenSinceMs)
  await advanceTo(0)
  await backdate(db, all, new Date())
  while (await keepFigures({ db, clock: systemClock }));
  await admin('POST', '/reconciliations', {})
  return true
}

function caller(base: string, headers: Record<string, string>) {
  const call = callsTo(base, headers)
  return <Answer>(method: string, path: string, body: object) =>
    call<Answer>(method, path, body, { 'idempotency-key': randomUUID() })
}

async function loseDispute(sandbox: SandboxClient, accountId: string, { processorPaymentIntentId }: Made) {
  const query = `payment_intent=${processorPaymentIntentId}`
  const { body } = await sandbox.api('GET', `/v1/disputes?${query}`, accountId)
  const [dispute] = (body.data ?? []) as { id: string }[]
  const params = { 'evidence[uncategorized_text]': 'losing_evidence', submit: 'true' }
  if (dispute) await sandbox.api('POST', `/v1/disputes/${dispute.id}`, accountId, params)
}

async function settled(db: Db, sandbox: SandboxClient): Promise<void> {
  const until = Date.now() + settledWithinMs
  const isBusy = async () =>
    (await sandbox.control('GET', 'webhooks')).pending !== 0 || (await areCallbacksOnTheirWay(db))
  do await pause(100)
  while (Date.now() < until && (await isBusy()))
}
