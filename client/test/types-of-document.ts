// biome-ignore lint/suspicious/noExplicitAny: a JSON document, which the service's tests check
type Json = any

type Member = readonly [name: string, type: string, about?: Json]

/**
 * An OpenAPI document as TypeScript, in the form that openapi-typescript gives it and openapi-fetch reads. It supports
 * only the keywords and types that our documents use, and throws on any other.
 */
export function typesOf(document: Json): string {
  const { schemas, responses, headers } = document.components
  const operations = Object.values<Json>(document.paths).flatMap(path =>
    methods.flatMap(method => path[method] ?? []),
  )
  return [
    `export interface paths ${block(each(document.paths, path => pathType(path)))}`,
    'export type webhooks = Record<string, never>;',
    `export interface components ${block([
      ['schemas', block(each(schemas, schemaType, true))],
      ['responses', block(each(responses, responseType, true))],
      ['parameters', 'never'],
      ['requestBodies', 'never'],
      ['headers', block(each(headers, headerType, true))],
      ['pathItems', 'never'],
    ])}`,
    'export type $defs = Record<string, never>;',
    `export interface operations ${block(operations.map(one => [one.operationId, operationType(one)]))}`,
    '',
  ].join('\n')
}

/** The allowed values of each call's parameters and fields, by operationId: types alone cannot list them. */
export function choicesOf(document: Json): string {
  const operations = Object.values<Json>(document.paths).flatMap(path => Object.values<Json>(path))
  const choices = operations.map(({ operationId, parameters = [], requestBody }) => {
    const { $ref, properties } = requestBody?.content['application/json'].schema ?? {}
    const fields = $ref ? document.components.schemas[$ref.split('/').at(-1)].properties : properties
    const schemas = [
      ...parameters.map(({ name, schema }: Json) => [name, schema]),
      ...Object.entries<Json>(fields ?? {}),
    ]
    const limited = schemas.filter(([, schema]) => schema.enum).map(([name, schema]) => [name, schema.enum])
    return [operationId, Object.fromEntries(limited)]
  })
  const limited = choices.filter(([, values]) => Object.keys(values).length > 0)
  return `export const choices = ${JSON.stringify(Object.fromEntries(limited), null, 2)} as const\n`
}

/** Members with the names of an object's entries, each with its description as a comment. */
function each(parts: Json, typeOf: (part: Json) => string, isAbout = false): Member[] {
  return Object.entries<Json>(parts ?? {}).map(([name, part]) => [
    keyOf(name),
    typeOf(part),
    isAbout ? part : null,
  ])
}

const keyOf = (name: string) => (/^(?:[A-Za-z_$][\w$]*|\d+)$/.test(name) ? name : JSON.stringify(name))

function block(members: readonly Member[]): string {
  const lines = members.flatMap(([name, type, about]) => [...commentOf(about), `${name}: ${type};`])
  return `{\n${lines.map(indented).join('\n')}\n}`
}

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, '    ')

function commentOf(about: Json): string[] {
  if (!about || about.$ref) return []
  const { title, summary, format, description, default: byDefault, example, examples = [], type } = about
  const shown = [...(example === undefined ? [] : [example]), ...(Array.isArray(examples) ? examples : [])]
  const parts = [
    ...(title ? [title] : []),
    ...(summary ? [summary] : []),
    ...(format ? [`Format: ${format}`] : []),
    ...(description ? [`@description ${description}`] : []),
    ...(byDefault === undefined ? [] : [`@default ${written(byDefault)}`]),
    ...shown.map(value => `@example ${written(value)}`),
    ...('const' in about ? ['@constant'] : []),
    ...(about.enum ? [`@enum {${type}}`] : []),
  ].map(part => part.trim().replaceAll('\n', '\n *     ').replaceAll(/ +$/gm, '').replaceAll('*/', '*\\/'))
  const [first] = parts
  if (first === undefined) return []
  if (parts.length === 1 && !first.includes('\n')) return [`/** ${first} */`]
  return [`/**\n * ${parts.join('\n * ')}\n */`]
}

const written = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

function pathType(path: Json): string {
  return block([
    ['parameters', parametersType([])],
    ...methods.map((method): Member => {
      const operation = path[method]
      if (!operation) return [`${method}?`, 'never']
      const { summary, description } = operation
      return [method, `operations["${operation.operationId}"]`, { summary, description }]
    }),
  ])
}

function parametersType(parameters: Json[]): string {
  return block(
    ['query', 'header', 'path', 'cookie'].map((place): Member => {
      const here = parameters.filter(parameter => parameter.in === place)
      if (here.length === 0) return [`${place}?`, 'never']
      const members = here.map(({ name, required, schema, ...about }): Member => {
        return [keyOf(name) + (required ? '' : '?'), schemaType(schema), about]
      })
      return [place + (here.some(({ required }) => required) ? '' : '?'), block(members)]
    }),
  )
}

function operationType({ parameters = [], requestBody, responses }: Json): string {
  return block([
    ['parameters', parametersType(parameters)],
    requestBody
      ? [`requestBody${requestBody.required ? '' : '?'}`, block([contentOf(requestBody)]), requestBody]
      : ['requestBody?', 'never'],
    ['responses', block(each(responses, responseType, true))],
  ])
}

function responseType(response: Json): string {
  if (response.$ref) return referenceType(response.$ref)
  const headers = each(response.headers, headerType, true)
  return block([['headers', block([...headers, ['[name: string]', 'unknown']])], contentOf(response)])
}

const headerType = ({ $ref, schema }: Json) => ($ref ? referenceType($ref) : schemaType(schema))

function contentOf({ content }: Json): Member {
  if (!content) return ['content?', 'never']
  return [
    'content',
    block(
      Object.entries<Json>(content).map(([type, media]) => [keyOf(type), schemaType(media.schema), media]),
    ),
  ]
}

function referenceType($ref: string): string {
  const [, ...names] = $ref.split('/')
  const [first, ...others] = names
  return first + others.map(name => `["${name}"]`).join('')
}

function schemaType(schema: Json): string {
  if (schema === true) return 'unknown'
  const unknown = ['allOf', 'oneOf', 'not', 'patternProperties', 'prefixItems'].find(key => key in schema)
  if (unknown) throw new Error(`a keyword that our documents do not use: ${unknown}`)
  if (schema.$ref) return referenceType(schema.$ref)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return unionOf(schema.enum.map((value: unknown) => JSON.stringify(value)))
  if (schema.anyOf) return unionOf(schema.anyOf.map(partType))
  switch (schema.type) {
    case undefined:
      return 'unknown'
    case 'null':
    case 'string':
    case 'boolean':
    case 'number':
      return schema.type
    case 'integer':
      return 'number'
    case 'array':
      return `${partType(schema.items)}[]`
    case 'object':
      return objectType(schema)
    default:
      throw new Error(`a type that our documents do not use: ${schema.type}`)
  }
}

/** As a part of another type. */
function partType(schema: Json): string {
  const isUnion = schema.anyOf || schema.enum?.length > 1
  const isIntersection = schema.properties && schema.additionalProperties
  return isUnion || isIntersection ? `(${schemaType(schema)})` : schemaType(schema)
}

const unionOf = (types: string[]) => [...new Set(types)].join(' | ')

function objectType({ properties = {}, required = [], additionalProperties = false }: Json): string {
  const members = Object.entries<Json>(properties).map(([name, schema]): Member => {
    return [keyOf(name) + (required.includes(name) ? '' : '?'), schemaType(schema), schema]
  })
  const others = additionalProperties && block([['[key: string]', schemaType(additionalProperties)]])
  const parts = [...(members.length > 0 ? [block(members)] : []), ...(others ? [others] : [])]
  return parts.join(' & ') || 'Record<string, never>'
}
