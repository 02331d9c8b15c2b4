import { readFileSync } from 'node:fs'

export interface Field {
  name: string
  type: string
  isTime: boolean
  isNullable: boolean
  isRequired: boolean
  /** Whether the field defaults to true. */
  isOn: boolean
  choices: string[]
  description: string
}

export interface Operation {
  method: string
  /** Without `/admin/v1`, and with `{names}` for parameters. */
  path: string
  summary: string
  fields: Field[]
  hasBody: boolean
  /** Whether the service acts only once for each idempotency key. */
  isKeyed: boolean
}

/** The parts of an OpenAPI document used here. */
interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

interface Described {
  summary?: string
  parameters?: { in: string; name: string; required: boolean; description?: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

interface Schema {
  $ref?: string
  type?: string
  format?: string
  description?: string
  enum?: unknown[]
  default?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

const base = '/admin/v1'

/** All calls of the operator API except its stream, from the OpenAPI document of this release. */
export const operations: readonly Operation[] = readOperations()

function readOperations(): Operation[] {
  const { paths, components }: Document = JSON.parse(
    readFileSync(new URL('../../openapi-admin.json', import.meta.url), 'utf8'),
  )
  const resolved = (schema: Schema = {}): Schema =>
    components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
  const operationOf = (method: string, path: string, described: Described): Operation => {
    const { summary = '', parameters = [], requestBody } = described
    const { properties = {}, required = [] } = resolved(requestBody?.content['application/json']?.schema)
    const inBody = Object.entries(properties).map(([name, schema]) =>
      fieldOf({ ...schema, name, required: required.includes(name) }),
    )
    const inQuery = parameters
      .filter(one => one.in === 'query')
      .map(({ schema, ...parameter }) => fieldOf({ ...schema, ...parameter }))
    return {
      method: method.toUpperCase(),
      path,
      summary,
      fields: requestBody ? inBody : inQuery,
      hasBody: requestBody !== undefined,
      isKeyed: parameters.some(one => one.in === 'header' && one.name === 'idempotency-key'),
    }
  }
  const isStream = ({ responses }: Described) =>
    responses['200']?.content?.['text/event-stream'] !== undefined
  const ofOperators = Object.entries(paths).filter(([path]) => path.startsWith(`${base}/`))
  return ofOperators.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, described]) => !isStream(described))
      .map(([method, described]) => operationOf(method, path.slice(base.length), described)),
  )
}

function fieldOf(described: Omit<Schema, 'required'> & { name: string; required: boolean }): Field {
  const { name, required: isRequired, anyOf: kinds = [described], description = '' } = described
  const { type = 'string', format, enum: choices = [] } = kinds.find(kind => kind.type !== 'null') ?? {}
  return {
    name,
    type,
    isTime: format === 'date-time',
    isNullable: kinds.some(kind => kind.type === 'null'),
    isRequired,
    isOn: described.default === true,
    choices: choices.map(String),
    description,
  }
}

/** Returns `/merchants/mer_1` whether it was typed with or without `/admin/v1` or the first slash. */
export const shortPath = (typed: string) => `/${typed.replace(/^\/?(admin\/v1\/)?/, '')}`

const isParameter = (segment: string) => segment.startsWith('{')

/** The calls at a path. A fixed name takes precedence over an id: `/deliveries/redeliver` is not a delivery. */
export function operationsAt(path: string): Operation[] {
  const typed = path.split('/')
  const fits = (one: Operation) => {
    const segments = one.path.split('/')
    const fitsAt = (place: number) =>
      isParameter(segments[place] ?? '') ? typed[place] !== '' : segments[place] === typed[place]
    return segments.length === typed.length && typed.every((_, place) => fitsAt(place))
  }
  const exact = operations.filter(one => one.path === path)
  return exact.length > 0 ? exact : operations.filter(fits)
}

/** Completions of a path, up to the next id, which only the user knows. */
export function completedPaths(typed: string, method?: string): string[] {
  const begun = typed.split('/')
  const completed = ({ path }: Operation) => {
    const segments = path
      .split('/')
      .map((segment, place) => (isParameter(segment) && place < begun.length - 1 ? begun[place] : segment))
    const unknown = segments.findIndex(segment => isParameter(segment ?? ''))
    return unknown === -1 ? segments.join('/') : `${segments.slice(0, unknown).join('/')}/`
  }
  return [...new Set(operations.filter(one => !method || one.method === method).map(completed))]
}
