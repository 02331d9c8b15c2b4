import { Argument, type Command, InvalidArgumentError } from 'commander'
import { createSandboxClient, messageIn } from '../../console/sandbox/sandbox-client.ts'
import { forwardedTypes } from '../../deliveries/forwarded-types.ts'
import type { PaymentWithTimeline, SearchHit, Triggered } from '../answers.ts'
import { CommandFault, type Context, printAnswer } from '../context.ts'
import { sandboxAccessOf } from '../data-dir.ts'
import { createOperatorClient } from '../operator-client.ts'
import { at, type CommonOptions, group, operatorCommand, query, show } from '../operator-command.ts'

/** Does from the command line what a shopper does in a browser. */
export function sandboxCommands(context: Context): Command {
  return group('sandbox', 'act as a shopper in the sandbox', [
    operatorCommand('pay', 'complete a payment in the sandbox')
      .argument('<payment>', 'a svcPaymentId or a client secret')
      .option('--with <method>', 'a test payment method, such as pm_card_visa_chargeDeclined', 'pm_card_visa')
      .action(async (payment: string, { with: method, ...options }) => {
        const place = await placeOf(context, options, payment)
        const intent = await confirm(context, place, method)
        printAnswer(context, options.json, intent, () => describe(place.name, intent))
      }),
  ])
}

const payable = ['requires_payment_method', 'requires_confirmation', 'requires_action']

async function placeOf(context: Context, options: CommonOptions, payment: string) {
  const intentId = /^(pi_\w+?)_secret_/.exec(payment)?.[1]
  const client = createOperatorClient(context, options)
  const hits = await client.call<{ data: SearchHit[] }>('GET', `/search${query({ q: intentId ?? payment })}`)
  const found = hits.data.find(({ kind }) => kind === 'payment')
  if (!found) throw new CommandFault(`There is no payment ${payment}.`)
  const known = await client.call<PaymentWithTimeline>('GET', at`/payments/${found.id}`)
  if (known.processor !== 'sandbox')
    throw new CommandFault(`${found.id} is a payment at ${known.processor}, not in the sandbox.`)
  if (!payable.includes(known.status))
    throw new CommandFault(`${found.id} cannot be paid: it is ${known.status}.`)
  return { name: found.id, intentId: known.processorPaymentIntentId, accountId: known.connectedAccountId }
}

interface Intent {
  status: string
  next_action?: { redirect_to_url?: { url?: string } } | null
}

type Place = Awaited<ReturnType<typeof placeOf>>

async function confirm(context: Context, { intentId, accountId }: Place, method: string): Promise<Intent> {
  const { url, secretKey } = sandboxAccessOf(context)
  const params = { payment_method: method, return_url: `${url}/` }
  const path = `/v1/payment_intents/${intentId}/confirm`
  const sandbox = createSandboxClient(url, secretKey)
  const answer = await sandbox.api('POST', path, accountId, params).catch(() => {
    throw new CommandFault(`Nothing answers at ${url}: start svcpay up.`)
  })
  if (answer.status < 400) return answer.body as unknown as Intent
  const reason = messageIn(answer)
  throw new CommandFault(
    reason.startsWith('No such PaymentMethod') ? `The sandbox has no payment method ${method}.` : reason,
  )
}

function describe(name: string, { status, next_action }: Intent): string {
  const link = next_action?.redirect_to_url?.url
  return link ? `${name} is ${status}. Open this link as the shopper:\n${link}` : `${name} is ${status}.`
}

export function triggerCommand(context: Context): Command {
  return operatorCommand('trigger', 'trigger an event in the sandbox')
    .addArgument(new Argument('<type>', 'an event type').choices([...forwardedTypes]))
    .option('--merchant <merchantId>', 'the merchant (default: the oldest, which is the demo merchant)')
    .option('--order-ref <orderRef>', 'order reference of the payment (default: a new one)')
    .option('--override <field=value>', 'a field of the payment, such as amountCents=1200', override, {})
    .action((type: string, options) => {
      const orderRef = options.orderRef ?? `trigger-${Date.now()}`
      const payment = { orderRef, ...options.override }
      const body = { type, merchantId: options.merchant, payment }
      return show<Triggered>(context, options, ['POST', '/sandbox/trigger', body], answer =>
        answer.svcPaymentId === null
          ? `${type} for ${answer.merchantId}`
          : `${type} for ${answer.svcPaymentId}, order ${payment.orderRef}`,
      )
    })
}

/** Reads numbers, true and false as such, and everything else as text. */
function override(text: string, before: Record<string, unknown>): Record<string, unknown> {
  const [, field, value] = /^(\w+)=(.*)$/s.exec(text) ?? []
  if (field === undefined || value === undefined)
    throw new InvalidArgumentError('It must be a field and a value, such as amountCents=1200.')
  return { ...before, [field]: /^(-?\d+|true|false)$/.test(value) ? JSON.parse(value) : value }
}
