import { expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'
import { encryptionKey, stripeSecrets } from '../support/secrets.ts'
import { operatorToken } from '../support/service.ts'

const paying = usePaying({ role: 'all', webhooks: true })

/** Every value of every table as text, bytes both as they are and in hexadecimal. */
async function dump(): Promise<string> {
  const { db } = paying.service
  const tables = await db<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  const rows = await Promise.all(tables.map(({ name }) => db`select t.* from ${db(name)} t`))
  const values = rows.flatMap(table => table.flatMap(row => Object.values(row)))
  return values
    .map(value => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
    .join('\n')
}

it('a dump of the database together with the logs reveals no secret that grants access or completes a payment', async () => {
  const receiver = await startReceiver()
  const { body: merchant } = await paying.service.admin('POST', '/merchants', {
    name: 'Sealed',
    callbackUrl: receiver.url,
  })
  const { body: operator } = await paying.service.admin('POST', '/operators', { name: 'Ana', role: 'viewer' })
  const { callbackUrl: _, ...mine } = merchant
  paying.merchant = await paying.addMerchant({ callbackUrl: receiver.url })
  const { body: created } = await paying.create({}, newKey())
  await paying.stripe.paymentIntents.confirm(
    created.processorPaymentIntentId,
    { payment_method: 'pm_card_visa', return_url: 'https://shop.example/' },
    { stripeAccount: paying.merchant.accountId },
  )
  // the receiver got the secret, byte for byte as the processor sent it
  await waitFor(() => {
    expect(receiver.received.map(({ body }) => body.toString())).toContainEqual(
      expect.stringContaining(created.clientSecret),
    )
  })
  const token = await paying.post('/terminal/connection-token')
  const secrets = {
    clientSecret: created.clientSecret,
    apiKey: paying.merchant.apiKey,
    issuedKey: mine.apiKey,
    signingSecret: mine.callbackSigningSecret,
    operatorToken: operator.token,
    connectionToken: token.body.secret,
    owner: operatorToken,
    encryptionKey,
    stripeKey: paying.sandbox.secretKey,
    ...stripeSecrets,
  }
  const [database, logs] = [await dump(), paying.service.logged.join('\n')]
  expect(database).toContain(created.svcPaymentId)
  for (const [name, secret] of Object.entries(secrets)) {
    expect([name, typeof secret, database.includes(secret), logs.includes(secret)]).toEqual([
      name,
      'string',
      false,
      false,
    ])
  }
})
