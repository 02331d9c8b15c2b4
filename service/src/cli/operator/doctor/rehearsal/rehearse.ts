import { randomUUID } from 'node:crypto'
import type { Config, Platform } from '../../../../config.ts'
import type { Processor } from '../../../../processors/port.ts'
import { createProcessors } from '../../../../processors/registry.ts'
import type { IssuedKey, Merchant, PaymentWithTimeline } from '../../../answers.ts'
import { CommandFault, type Context } from '../../../context.ts'
import { accessOf } from '../../../data-dir.ts'
import { serviceConfigOf } from '../../../database.ts'
import { callsTo, createOperatorClient, type OperatorClient } from '../../../operator-client.ts'
import { at } from '../../../operator-command.ts'
import { untilDone } from '../../reconcile.ts'
import { connect } from '../check-database.ts'
import { refuseFaults } from '../doctor.ts'
import { type Finding, sentencesOf } from '../finding.ts'
import { type MerchantCall, play } from './story.ts'

/**
 * Makes payments on a merchant's test account, through the running service and the real processor, and reports when their
 * webhooks and callbacks arrive.
 */
export async function rehearse(
  context: Context,
  merchantId: string,
  { waitMs, json }: { waitMs: number; json?: boolean },
): Promise<void> {
  const config = await serviceConfigOf(context)
  const operator = createOperatorClient(context, { actor: 'svcpay doctor --rehearse' })
  const merchant = await operator.call<Merchant>('GET', at`/merchants/${merchantId}`)
  const { platform, processor } = testProcessorOf(config, merchant)
  const { processorAccountId: accountId } = merchant
  if (accountId === null) throw notOnboarded(merchant)
  const db = connect(config)
  const { report, findings } = createReport(context, json)
  const startedAt = new Date()
  // the processor's clock may differ, and it dates payments to the second
  const from = new Date(startedAt.getTime() - 60_000)
  const compare = () => untilDone(context, operator, { merchantId, from }, () => {})
  const readPayment = (id: string) => operator.call<PaymentWithTimeline>('GET', at`/payments/${id}`)
  const place = { merchantId, accountId, platform, processor }
  const watch = { ...place, db, startedAt, waitMs, readPayment, compare, report }
  const rehearseWith = async (call: MerchantCall) => {
    // without webhooks, the service does not know yet that the onboarding is complete
    const { onboardingStatus } = await call<Pick<Merchant, 'onboardingStatus'>>('/onboarding/refresh', {})
    if (!['enabled', 'charges_only'].includes(onboardingStatus))
      throw notOnboarded({ merchantId, onboardingStatus })
    await play(watch, call)
  }
  const stopped = context.stopRequested.then(() => {
    throw new CommandFault('Stopped.')
  })
  try {
    const { apiUrl } = accessOf(context)
    await asMerchant(operator, apiUrl, merchantId, call => Promise.race([rehearseWith(call), stopped]))
  } finally {
    if (json) context.print(JSON.stringify(findings, null, 2))
    await db.end()
  }
  refuseFaults(findings)
  if (!json) context.print('The rehearsal found no faults.')
}

/** Calls the service like the merchant’s own server, with a key that exists only for the rehearsal. */
async function asMerchant(
  operator: OperatorClient,
  apiUrl: string,
  merchantId: string,
  work: (call: MerchantCall) => Promise<void>,
): Promise<void> {
  const keys = at`/merchants/${merchantId}/keys`
  const { keyId, apiKey } = await operator.call<IssuedKey>('POST', keys, { label: 'rehearsal' })
  const call = callsTo(`${apiUrl}/v1`, { 'x-api-key': apiKey })
  try {
    await work((path, body) => call('POST', path, body, { 'idempotency-key': `rehearsal-${randomUUID()}` }))
  } finally {
    await operator.call('DELETE', `${keys}/${keyId}`)
  }
}

function testProcessorOf(config: Config, merchant: Merchant): { platform: Platform; processor: Processor } {
  const platform = config.processors.find(({ name }) => name === merchant.processor)
  const processor = createProcessors(config).forRequests().get(merchant.processor)
  if (!platform || !processor) throw new CommandFault(`The settings do not name ${merchant.processor}.`)
  if (!processor.payWithTestCard) {
    throw new CommandFault(
      `${platform.prefix}_SECRET_KEY is not a test key. The rehearsal makes payments, so it refuses live keys.`,
    )
  }
  return { platform, processor }
}

const notOnboarded = ({ merchantId, onboardingStatus }: Pick<Merchant, 'merchantId' | 'onboardingStatus'>) =>
  new CommandFault(
    `${merchantId} cannot take payments yet: its onboarding is ${onboardingStatus}. See docs/onboard-a-merchant.md.`,
  )

/** Prints each line as soon as it is known, because a person is waiting. */
function createReport(context: Context, json: boolean | undefined) {
  const startedAt = performance.now()
  const findings: (Finding & { afterSeconds: number })[] = []
  const print = (state: string, after: string, step: string, found: string) => {
    if (!json) context.print(`${state.padEnd(7)}  ${after.padStart(7)}  ${step.padEnd(7)}  ${found}`)
  }
  print('STATE', 'AFTER', 'STEP', 'FOUND')
  return {
    findings,
    report(finding: Finding): void {
      const afterSeconds = Number(((performance.now() - startedAt) / 1000).toFixed(1))
      findings.push({ ...finding, afterSeconds })
      print(finding.state, `${afterSeconds.toFixed(1)} s`, finding.check, sentencesOf(finding))
    },
  }
}
