import { Argument, Command, InvalidArgumentError } from 'commander'
import { accessOf, demoKeyOf, sandboxAccessOf } from '../access.ts'
import { CommandFault, type Context } from '../context.ts'
import { ask } from '../http.ts'

interface Created {
  svcPaymentId: string
  processorPaymentIntentId: string
  connectedAccountId: string
}

/** What has to happen for an event to happen. */
const stories: Record<string, (stage: Stage) => Promise<string>> = {
  'payment_intent.succeeded': async stage => (await stage.paid({})).svcPaymentId,
  'payment_intent.processing': async stage =>
    (await stage.paid({ paymentMethodTypes: ['us_bank_account'] }, 'pm_usBankAccount_processing'))
      .svcPaymentId,
  'payment_intent.payment_failed': async stage =>
    (await stage.paid({}, 'pm_card_visa_chargeDeclined')).svcPaymentId,
  'payment_intent.amount_capturable_updated': async stage =>
    (await stage.paid({ captureMethod: 'manual' })).svcPaymentId,
  'payment_intent.canceled': async stage => {
    const { svcPaymentId } = await stage.created({})
    await stage.service(`/payments/${svcPaymentId}/cancel`, {})
    return svcPaymentId
  },
  'charge.refunded': async stage => {
    const { svcPaymentId } = await stage.paid({})
    await stage.service(`/payments/${svcPaymentId}/refund`, {})
    return svcPaymentId
  },
  'charge.dispute.created': async stage => (await stage.paid({}, 'pm_card_createDispute')).svcPaymentId,
  'charge.dispute.closed': async stage => {
    const payment = await stage.paid({}, 'pm_card_createDispute')
    await stage.closeDispute(payment)
    return payment.svcPaymentId
  },
  'account.updated': async stage => {
    const { connectedAccountId } = await stage.created({})
    await stage.sandbox(`/v1/accounts/${connectedAccountId}`, {
      'metadata[triggered]': new Date().toISOString(),
    })
    return connectedAccountId
  },
}

export function triggerCommand(context: Context): Command {
  return new Command('trigger')
    .description('make an event happen in the sandbox')
    .addArgument(new Argument('<type>', 'an event type').choices(Object.keys(stories)))
    .option('--key <apiKey>', 'a merchant’s API key (default: the demo merchant’s)')
    .option('--order-ref <orderRef>', 'order reference of the payment (default: a new one)')
    .option('--override <field=value>', 'a field of the payment, such as amountCents=1200', override, {})
    .action(async (type: string, { key, orderRef, override: given }) => {
      const story = stories[type]
      if (!story) throw new CommandFault(`svcpay trigger cannot cause ${type}.`)
      const payment = { amountCents: 4999, orderRef: orderRef ?? `trigger-${Date.now()}`, ...given }
      const subject = await story(createStage(context, payment, key))
      context.print(`${type} for ${subject}${payment.orderRef ? `, order ${payment.orderRef}` : ''}`)
    })
}

/** Numbers, true and false are meant as such; everything else is text. */
function override(text: string, before: Record<string, unknown>): Record<string, unknown> {
  const [, field, value] = /^(\w+)=(.*)$/s.exec(text) ?? []
  if (field === undefined || value === undefined) {
    throw new InvalidArgumentError('It must be a field and a value, such as amountCents=1200.')
  }
  return { ...before, [field]: /^(-?\d+|true|false)$/.test(value) ? JSON.parse(value) : value }
}

type Stage = ReturnType<typeof createStage>

function createStage(context: Context, payment: object, givenKey?: string) {
  const { apiUrl } = accessOf(context)
  const sandboxAccess = sandboxAccessOf(context)
  const apiKey = givenKey ?? demoKeyOf(context)

  async function service<Answer>(path: string, body: object): Promise<Answer> {
    const key = `trigger-${Date.now()}-${Math.random()}`
    const headers = { 'x-api-key': apiKey, 'idempotency-key': key, 'content-type': 'application/json' }
    return await ask(`${apiUrl}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  async function sandbox<Answer>(
    path: string,
    params: Record<string, string> | null,
    account?: string,
  ): Promise<Answer> {
    const headers: Record<string, string> = { authorization: `Bearer ${sandboxAccess.secretKey}` }
    if (account) headers['stripe-account'] = account
    const body = params && new URLSearchParams(params)
    return await ask(sandboxAccess.url + path, { method: params ? 'POST' : 'GET', headers, body })
  }

  const created = (more: object) => service<Created>('/payments/intents', { ...payment, ...more })

  return {
    service,
    sandbox,
    created,
    async paid(more: object, method = 'pm_card_visa'): Promise<Created> {
      const payment = await created(more)
      const { processorPaymentIntentId, connectedAccountId } = payment
      const params = { payment_method: method, return_url: 'https://example.com/return' }
      const path = `/v1/payment_intents/${processorPaymentIntentId}/confirm`
      await sandbox(path, params, connectedAccountId).catch(error => {
        if (!method.includes('Declined')) throw error
      })
      return payment
    },
    async closeDispute({ processorPaymentIntentId, connectedAccountId }: Created): Promise<void> {
      const path = `/v1/disputes?payment_intent=${processorPaymentIntentId}`
      const { data } = await sandbox<{ data: { id: string }[] }>(path, null, connectedAccountId)
      const dispute = data[0]
      if (!dispute) throw new CommandFault('The sandbox opened no dispute.')
      await sandbox(`/v1/disputes/${dispute.id}/close`, {}, connectedAccountId)
    },
  }
}
