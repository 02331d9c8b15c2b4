import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import type { Document, Media, Operation, Schema } from '../../openapi/types.ts'
import { forwardedTypes } from '../../src/deliveries/forwarded-types.ts'
import { usePaying } from '../support/paying.ts'

const paying = usePaying()

async function documentAt(url: string): Promise<Document> {
  return (await paying.service.call('GET', url)).body
}

function validatorOf(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajvFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const absolute = (schema: object) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))
  return (schema: object, value: unknown) => {
    const isValid = ajv.compile(absolute(schema))
    return isValid(value) ? [] : isValid.errors
  }
}

interface Described {
  name: string
  media: Media
}

/** Every JSON body of the document: requests, successes and callbacks. */
function bodiesOf({ paths, webhooks = {} }: Document): Described[] {
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap(path =>
    Object.values(path as Record<string, Operation>),
  )
  return operations.flatMap(({ operationId, requestBody, responses }) => [
    ...describedBy(`${operationId} request`, requestBody?.content),
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content }]) => describedBy(`${operationId} ${status}`, content)),
  ])
}

function describedBy(name: string, content: Record<string, Media> = {}): Described[] {
  return Object.values(content).map(media => ({ name, media }))
}

describe.each(['/openapi.json', '/admin/openapi.json'])('%s', url => {
  it('has an example of every success and every body with fields, and each is valid', async () => {
    const document = await documentAt(url)
    const faultsOf = validatorOf(document)
    const bodies = bodiesOf(document)
    expect(bodies.length).toBeGreaterThan(20)
    for (const { name, media } of bodies) {
      const isEmpty = media.schema.properties && Object.keys(media.schema.properties).length === 0
      if (!isEmpty) expect(media.example, name).toBeDefined()
      if (media.example !== undefined) expect(faultsOf(media.schema, media.example), name).toEqual([])
    }
  })

  it('names the objects of its requests and answers', async () => {
    const document = await documentAt(url)
    const unnamed = bodiesOf(document)
      .filter(({ media }) => Object.keys(media.schema.properties ?? {}).length > 1)
      .map(({ name }) => name)
    expect(unnamed).toEqual([])
    expect(Object.keys(document.components.schemas).length).toBeGreaterThan(20)
  })
})

describe('descriptions', () => {
  const operationsOf = ({ paths }: Document) =>
    Object.values(paths).flatMap(path => Object.values(path as Record<string, Operation>))

  it.each(['/openapi.json', '/admin/openapi.json'])('are on every call and parameter of %s', async url => {
    const operations = operationsOf(await documentAt(url))
    const bare = operations.flatMap(({ operationId, description, parameters = [] }) => [
      ...(description ? [] : [operationId]),
      ...parameters
        .filter(one => !one.description && !one.schema?.description)
        .map(({ name }) => `${operationId} ${name}`),
    ])
    expect(bare).toEqual([])
  })

  /** A reference has its target’s description. */
  const bareFieldsOf = (name: string, schema: Schema): string[] => {
    const { properties = {}, items, anyOf = [], additionalProperties } = schema
    const parts = [...anyOf, items, additionalProperties].filter(part => typeof part === 'object')
    return [
      ...Object.entries(properties).flatMap(([key, field]) => [
        ...(field.description || field.$ref ? [] : [`${name}.${key}`]),
        ...bareFieldsOf(`${name}.${key}`, field),
      ]),
      ...parts.flatMap(part => bareFieldsOf(name, part)),
    ]
  }

  it.each(['/openapi.json', '/admin/openapi.json'])('are on every object and field of %s', async url => {
    const document = await documentAt(url)
    const named = Object.entries(document.components.schemas)
    const bare = [
      ...named.filter(([, { description }]) => !description).map(([name]) => name),
      ...named.flatMap(([name, schema]) => bareFieldsOf(name, schema)),
      ...bodiesOf(document).flatMap(({ name, media }) => bareFieldsOf(name, media.schema)),
    ]
    expect(bare).toEqual([])
  })

  it.each(['/openapi.json', '/admin/openapi.json'])('are on every answer of %s', async url => {
    const bare = operationsOf(await documentAt(url)).flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([, { $ref, description }]) => !$ref && /^(|Default Response)$/.test(description))
        .map(([status]) => `${operationId} ${status}`),
    )
    expect(bare).toEqual([])
  })
})

describe('defaults', () => {
  it.each([
    ['Rotation', 'graceSeconds', 86_400],
    ['BulkRedelivery', 'dryRun', false],
  ])('%s.%s is %s for operators', async (schema, field, value) => {
    const { components } = await documentAt('/admin/openapi.json')
    expect(components.schemas[schema]?.properties?.[field]).toMatchObject({ default: value })
  })

  it.each([
    ['NewPayment', 'currency', 'usd'],
    ['NewPayment', 'captureMethod', 'automatic'],
    ['NewRefund', 'refundApplicationFee', true],
    ['NewLocation', 'country', 'US'],
    ['NewAccount', 'country', 'US'],
    ['Redelivery', 'force', false],
  ])('%s.%s is %s', async (schema, field, value) => {
    const { components } = await documentAt('/openapi.json')
    expect(components.schemas[schema]?.properties?.[field]).toMatchObject({ default: value })
  })

  it('are not added to a body: a retry that includes one is a different request', async () => {
    const key = `spelled-out-${Date.now()}`
    const first = await paying.create({ amountCents: 500 }, key)
    expect(first.status).toBe(200)
    const second = await paying.create({ amountCents: 500, currency: 'usd' }, key)
    expect(second.status).toBe(409)
  })
})

describe('callbacks', () => {
  const signed = ['Svc-Signature', 'Svc-Event-Type', 'Svc-Event-Id', 'Svc-Delivery-Attempt']

  it('are documented for all nine types, with their headers and how they are retried', async () => {
    const { webhooks = {} } = await documentAt('/openapi.json')
    expect(Object.keys(webhooks)).toEqual([...forwardedTypes])
    for (const [type, { post }] of Object.entries(webhooks)) {
      const isPayments = type !== 'account.updated'
      const headers = isPayments ? [...signed, 'Svc-Payment-Id'] : signed
      expect(post.parameters?.map(({ name }) => name)).toEqual([...headers, 'User-Agent'])
      for (const word of ['signature', 'raw body', 'Retries', 'dead letter']) {
        expect(post.description).toContain(word)
      }
    }
  })

  it('match the events that the processor really sends', async () => {
    const document = await documentAt('/openapi.json')
    const faultsOf = validatorOf(document)
    const { accountId } = paying.merchant
    const account = { stripeAccount: accountId }
    const { id } = await paying.pay({})
    await paying.post(`/payments/${id}/refund`, { amountCents: 100 })
    await paying.pay({ captureMethod: 'manual' })
    await paying.pay({}, 'pm_card_visa_chargeDeclined').catch(() => {})
    await paying.pay({ paymentMethodTypes: ['us_bank_account'] }, 'pm_usBankAccount_processing')
    const canceled = await paying.create({})
    await paying.post(`/payments/${canceled.body.svcPaymentId}/cancel`)
    const disputed = await paying.pay({}, 'pm_card_createDispute')
    const disputes = await paying.stripe.disputes.list({ payment_intent: disputed.intentId }, account)
    await paying.stripe.disputes.close(disputes.data[0]?.id ?? '', {}, account)
    await paying.stripe.accounts.update(accountId, { metadata: { seen: 'yes' } })

    const events = await paying.stripe.events.list({ limit: 100 }, account)
    const seen = new Set<string>()
    for (const event of events.data) {
      const schema = document.webhooks?.[event.type]?.post.requestBody?.content['application/json']?.schema
      if (!schema) continue
      seen.add(event.type)
      expect(faultsOf(schema, JSON.parse(JSON.stringify(event))), event.type).toEqual([])
    }
    expect([...seen].sort()).toEqual([...forwardedTypes].sort())
  })
})
