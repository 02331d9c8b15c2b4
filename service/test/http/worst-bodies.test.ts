import { describe, expect, it } from 'vitest'
import { documentedPaths } from '../support/documented.ts'
import { type Answer, operatorToken, useService } from '../support/service.ts'

const service = useService({ env: { SVC_RATE_LIMIT_PER_SECOND: '0' } })
const bytes = 60_000

interface Field {
  type?: string
}

interface Operation {
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, Field> } }> }
}

interface Route {
  method: string
  path: string
  fields: Record<string, Field>
}

/** Every route that takes a body, as the OpenAPI document describes it. */
async function routesWithBodies(): Promise<Route[]> {
  const paths = await documentedPaths<Operation>(service.url)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      // Nothing of a webhook is parsed before its signature is proven.
      if (!schema || path.startsWith('/webhooks/')) return []
      return {
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, 'x'),
        fields: schema.properties ?? {},
      }
    }),
  )
}

const filled = (text: string) => text.repeat(Math.floor(bytes / text.length))
const listOf = (item: string) => `[${filled(`${item},`)}${item}]`
const longTexts = [
  'x',
  '/',
  ' ',
  'é',
  '😀',
  'a@',
  'https://a.',
  '1',
  '\\ud800',
  '\\u0000',
  'T00:00:00.0',
].map(part => `"${filled(part)}"`)
const lists = ['1', 'null', '{}', '""', '"card"', '"\\u0000"'].map(listOf)
const nested = `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`
/** Parsing is the same for every route, and no route reads a body that is not an object. */
const forOneRoute = [
  ...lists,
  listOf('{}'),
  `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  filled('9'),
  `"${filled('x')}"`,
  `-0.${filled('1')}`,
  `1e${filled('9')}`,
]
const unknownFields = `{${Array.from({ length: bytes / 10 }, (_, i) => `"${i}":1`).join(',')}}`
const longNames = `{${Array.from({ length: 30 }, (_, i) => `"${i}${'n'.repeat(2000)}":1`).join(',')}}`
const repeatedField = `{${filled('"amountCents":1,')}"amountCents":1}`

/** Fields of the same schema are examined in the same way: the first of them stands for all. */
function worstBodies({ fields }: Route, seen: Set<string>): string[] {
  const perField = Object.entries(fields).flatMap(([name, field]) => {
    const schema = JSON.stringify(field)
    if (seen.has(schema)) return []
    seen.add(schema)
    return worstValues(schema).map(value => `{"${name}":${value}}`)
  })
  return [...perField, nested, unknownFields, longNames, repeatedField]
}

/** A text is examined only if the schema allows one. */
function worstValues(schema: string): string[] {
  if (schema.includes('"array"')) return lists
  return schema.includes('"string"') ? longTexts : longTexts.slice(0, 1)
}

describe('no body costs much more than another', () => {
  it('whatever its content, on every route with a body', async () => {
    const { apiKey } = await service.createMerchant()
    const routes = await routesWithBodies()
    expect(routes.length).toBeGreaterThan(10)

    async function send({ method, path }: Route, raw: string): Promise<Answer> {
      const key = path.startsWith('/admin') ? operatorToken : apiKey
      return await service.call(method, path, {
        raw,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': 'worst',
        },
      })
    }
    /** The fastest of several tries, so that other work of the process does not count. */
    async function cpuMs(route: Route, raw: string, tries: number): Promise<number> {
      const times: number[] = []
      for (let i = 0; i < tries; i++) {
        const before = process.cpuUsage()
        const { status } = await send(route, raw)
        const { user, system } = process.cpuUsage(before)
        expect(status, `${route.path} ${raw.slice(0, 50)}`).toBeLessThan(500)
        times.push((user + system) / 1000)
      }
      return Math.min(...times)
    }

    const [first] = routes
    if (!first) throw new Error('no route takes a body')
    const plain = `{"nope":1}${' '.repeat(bytes)}`
    const ordinaryMs = await cpuMs(first, plain, 20)
    const costly: { what: string; ratio: number }[] = []
    const seen = new Set<string>()
    for (const route of routes) {
      for (const raw of [...worstBodies(route, seen), ...(route === first ? forOneRoute : [])]) {
        const isCostly = (ms: number) => ms > 16 * ordinaryMs
        if (!isCostly(await cpuMs(route, raw, 1))) continue
        const ms = await cpuMs(route, raw, 25)
        if (isCostly(ms)) {
          costly.push({ what: `${route.method} ${route.path} ${raw.slice(0, 40)}`, ratio: ms / ordinaryMs })
        }
      }
    }
    expect(costly).toEqual([])
  })
})

it('several errors in one request are still listed together', async () => {
  const { apiKey } = await service.createMerchant()
  const { body } = await service.call('POST', '/v1/payments/intents', {
    key: apiKey,
    headers: { 'idempotency-key': 'faults' },
    body: {
      amountCents: 1,
      currency: 'nope',
      captureMethod: 'later',
      paymentMethodTypes: Array.from({ length: 60 }, () => 'card'),
      descriptoin: 'x',
    },
  })
  expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
    'amountCents',
    'captureMethod',
    'currency',
    'descriptoin',
    'paymentMethodTypes',
  ])
})

it('the errors of a large body are listed only up to a readable number', async () => {
  const { apiKey } = await service.createMerchant()
  const { body } = await service.call('POST', '/v1/payments/intents', {
    key: apiKey,
    headers: { 'idempotency-key': 'faults' },
    body: { paymentMethodTypes: Array.from({ length: 20_000 }, () => 1) },
  })
  const paths = body.errors.map((error: { path: string }) => error.path)
  expect(paths).toContain('amountCents')
  expect(paths).toHaveLength(20)
  expect(body.detail).toBe('The body is not valid. Only the first 20 errors are listed.')
})
