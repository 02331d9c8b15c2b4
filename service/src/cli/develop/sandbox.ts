import { Command } from 'commander'
import { findPaymentPlace, type PaymentPlace } from '../../payments/payments.sql.ts'
import { sandboxAccessOf } from '../access.ts'
import { CommandFault, type Context } from '../context.ts'
import { withDatabase } from '../database.ts'

/** What a shopper does in a browser, from the command line. */
export function sandboxCommands(context: Context): Command {
  const sandbox = new Command('sandbox').description('act as a shopper in the sandbox')
  sandbox
    .command('pay')
    .description('complete a payment in the sandbox')
    .argument('<payment>', 'a svcPaymentId or a client secret')
    .option('--with <method>', 'a test payment method, such as pm_card_visa_chargeDeclined', 'pm_card_visa')
    .option(
      '--account <accountId>',
      'with a client secret: the connected account, if the service does not know it',
    )
    .option('--json', 'print the answer as JSON')
    .action(async (payment: string, options) => {
      const place = await placeOf(context, payment, options.account)
      const intent = await confirm(context, place, options.with)
      context.print(options.json ? JSON.stringify(intent, null, 2) : `${intent.id} is ${intent.status}.`)
    })
  return sandbox
}

async function placeOf(context: Context, payment: string, account?: string): Promise<PaymentPlace> {
  const processorPaymentId = /^(pi_\w+?)_secret_/.exec(payment)?.[1]
  if (processorPaymentId && account) return { processorPaymentId, accountId: account }
  const place = await withDatabase(context, db => findPaymentPlace(db, processorPaymentId ?? payment))
  if (!place) throw new CommandFault(`No payment ${payment} is known here.`)
  return place
}

interface Intent {
  id: string
  status: string
}

async function confirm(context: Context, place: PaymentPlace, method: string): Promise<Intent> {
  const { url, secretKey } = sandboxAccessOf(context)
  const path = `${url}/v1/payment_intents/${place.processorPaymentId}/confirm`
  const response = await fetch(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'stripe-account': place.accountId },
    body: new URLSearchParams({ payment_method: method, return_url: `${url}/` }),
  }).catch(() => {
    throw new CommandFault(`No sandbox answers at ${url}: start svcpay up.`)
  })
  const answer = (await response.json()) as Intent & { error?: { message: string } }
  if (answer.error) throw new CommandFault(answer.error.message)
  return answer
}
