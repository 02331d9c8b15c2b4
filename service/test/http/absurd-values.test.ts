import { expect, it } from 'vitest'
import { documentedPaths } from '../support/documented.ts'
import { newKey, usePaying } from '../support/paying.ts'

const paying = usePaying()

interface Schema {
  type?: string
  format?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

interface Parameter {
  in: string
  name: string
  schema: Schema
}

interface Body {
  schema: Schema
  example?: Record<string, unknown>
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Body> }
  responses: Record<string, unknown>
}

const nul = String.fromCharCode(0)
const texts = [nul, `a${nul}b`, '\ud800', 'x'.repeat(10_000), '', '99999999999999999999', '-1']
const times = [
  '0000-01-01T00:00:00Z',
  '0001-01-02T00:00:00Z',
  '2016-12-31T23:59:60Z',
  '9999-12-31T23:59:59-23:59',
  '+275760-09-13T00:00:00Z',
  '999999999999999.x',
  `1.${nul}`,
]
const numbers = [-1, 0, 0.5, 2 ** 31, 2 ** 53, 2 ** 63, 1e300]

/** A lone surrogate has no encoding; these are the bytes that careless clients send for it. */
function encoded(text: string): string {
  return text === '\ud800' ? '%ED%A0%80' : encodeURIComponent(text)
}

/** A cursor contains the position where a page ended: a time, a number or an id. */
function inAddress({ name, schema: { type, format } }: Parameter): string[] {
  const isCursor = name === 'cursor' || name === 'startingAfter'
  const absurd = [
    ...texts,
    ...(isCursor || format === 'date-time' ? times : []),
    ...(isCursor || type !== 'string' ? numbers.map(String) : []),
  ]
  return [...new Set(absurd)]
}

/** Every string and number of a body, replaced one at a time. */
function absurdBodies(schema: Schema, good: Record<string, unknown>): object[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    absurdValues(field).map(value => ({ ...good, [name]: value })),
  )
}

function absurdValues({ type, format, anyOf = [], items }: Schema): unknown[] {
  if (items) return absurdValues(items).map(value => [value])
  if (type === 'string') return format === 'date-time' ? [...texts, ...times] : texts
  if (type === 'integer' || type === 'number') return numbers
  return anyOf.flatMap(absurdValues)
}

/** Whether a path with this id leads to its route: without an id it is another path, and a lone surrogate is invalid. */
const routable = (value: string) => value !== '' && value !== '\ud800'

/** A cursor with this content. */
const inQuery = (name: string, value: string) =>
  name === 'cursor' ? Buffer.from(value).toString('base64url') : encoded(value)

it('with any content of path, query and body, answers are as documented and never 5xx', async () => {
  const { service, merchant } = paying
  const { id } = await paying.pay()
  const goodPath: Record<string, string> = { merchantId: merchant.merchantId, id }
  const wrong: string[] = []
  let sent = 0
  const send = async (method: string, path: string, documented: string[], body?: unknown) => {
    const operator = path.startsWith('/admin/')
    const who = operator ? { operator } : { key: merchant.apiKey, headers: { 'idempotency-key': newKey() } }
    const { status } = await service.call(method.toUpperCase(), path, { ...who, body })
    sent += 1
    if (status < 500 && documented.includes(String(status))) return
    wrong.push(`${status} ${method} ${path} ${JSON.stringify(body)}`.slice(0, 200))
  }

  for (const [template, methods] of Object.entries(await documentedPaths<Operation>(service.url))) {
    const path = (values: Record<string, string>) =>
      template.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? 'nothing')
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(methods)) {
      const { schema, example = {} } = requestBody?.content['application/json'] ?? {}
      const good = schema && example
      const documented = Object.keys(responses)
      for (const parameter of parameters) {
        const { name } = parameter
        const values = inAddress(parameter)
        if (parameter.in === 'path') {
          await Promise.all(
            values.map(value => {
              const expected = routable(value) ? documented : ['200', '400', '401', '404', '405']
              return send(method, path({ ...goodPath, [name]: encoded(value) }), expected, good)
            }),
          )
        }
        if (parameter.in === 'query') {
          await Promise.all(
            values.map(value =>
              send(method, `${path(goodPath)}?${name}=${inQuery(name, value)}`, documented),
            ),
          )
        }
      }
      if (schema) {
        for (const body of absurdBodies(schema, example)) await send(method, path(goodPath), documented, body)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(500)
})
