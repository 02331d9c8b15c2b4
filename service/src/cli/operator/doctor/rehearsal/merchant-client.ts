import { randomUUID } from 'node:crypto'
import type { IssuedKey, Merchant, Payment, ProblemAnswer } from '../../../answers.ts'
import { CommandFault } from '../../../context.ts'
import type { OperatorClient } from '../../../operator-client.ts'
import { at } from '../../../operator-command.ts'

export type MerchantClient = ReturnType<typeof merchantClient>

function merchantClient(url: string, apiKey: string) {
  const post = async <Answer>(what: string, path: string, body: object): Promise<Answer> => {
    const headers = {
      'x-api-key': apiKey,
      'idempotency-key': `rehearsal-${randomUUID()}`,
      'content-type': 'application/json',
    }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`${url}/v1${path}`, request).catch(() => null)
    if (!answer) throw new CommandFault(`Nothing answers at ${url}: check HOST and PORT.`)
    const said = await answer.json().catch(() => null)
    if (answer.ok && said) return said as Answer
    const { title, detail, traceId } = (said ?? {}) as Partial<ProblemAnswer>
    const why = title ? `${title}: ${detail} (${traceId})` : `It answered with ${answer.status}.`
    throw new CommandFault(`The service did not ${what}. ${why}`)
  }
  return {
    refreshOnboarding: () =>
      post<Pick<Merchant, 'onboardingStatus'>>('read the merchant’s account', '/onboarding/refresh', {}),
    create: (amountCents: number) =>
      post<Payment & { publishableKey: string }>('create the payment', '/payments/intents', {
        amountCents,
        captureMethod: 'manual',
        paymentMethodTypes: ['card'],
        orderRef: 'rehearsal',
      }),
    capture: (id: string, amountCents: number) =>
      post<Payment>('capture the payment', at`/payments/${id}/capture`, { amountCents }),
    refund: (id: string, amountCents: number) =>
      post<Payment>('refund the payment', at`/payments/${id}/refund`, { amountCents }),
    cancel: (id: string) => post<Payment>('cancel the payment', at`/payments/${id}/cancel`, {}),
  }
}

/** Calls the service like the merchant’s own server, with a key that exists only during the work. */
export async function asMerchant(
  operator: OperatorClient,
  { apiUrl, merchantId }: { apiUrl: string; merchantId: string },
  work: (client: MerchantClient) => Promise<void>,
): Promise<void> {
  const keys = at`/merchants/${merchantId}/keys`
  const { keyId, apiKey } = await operator.call<IssuedKey>('POST', keys, { label: 'rehearsal' })
  try {
    await work(merchantClient(apiUrl, apiKey))
  } finally {
    await operator.call('DELETE', `${keys}/${keyId}`)
  }
}
