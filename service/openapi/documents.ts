import type { FastifySchema } from 'fastify'
import { ProblemSchema } from '../src/http/schemas.ts'
import { callbackWebhooks, withProcessorsRequest } from './callbacks.ts'
import { exampleChanges, exampleOf } from './example-of.ts'
import { withNames } from './named-schemas.ts'
import { headerComponents, problemResponsesOf, successHeaders } from './responses.ts'
import { merchantTexts, operatorTexts, securitySchemes } from './texts.ts'
import type { Document, Operation, Parameter, Response, Schema } from './types.ts'

export interface DocumentedRoute {
  method: string
  url: string
  schema: FastifySchema
}

/**
 * Both documents, made from the schemas that validate requests. `committed.test.ts` writes them, and compares the
 * committed ones with the routes.
 */
export function openApiDocuments(routes: DocumentedRoute[]): { merchant: Document; operator: Document } {
  const isMerchants = ({ url }: DocumentedRoute) => /^\/(v1|webhooks)\//.test(url)
  const isOperators = (route: DocumentedRoute) => !isMerchants(route)
  return {
    merchant: documentOf(merchantTexts, routes.filter(isMerchants), callbackWebhooks()),
    operator: documentOf(operatorTexts, routes.filter(isOperators)),
  }
}

function documentOf(
  texts: Pick<Document, 'info' | 'tags'> & { servers: object[] },
  routes: DocumentedRoute[],
  webhooks?: NonNullable<Document['webhooks']>,
): Document {
  const { $id: _, ...Problem } = plain<Schema>(ProblemSchema)
  const schemas: Record<string, Schema> = { Problem: withNames(Problem, {}) }
  const responses: Record<string, Response> = {}
  const paths: Document['paths'] = {}
  for (const { url, method, schema } of routes) {
    const path = url.replaceAll(/:(\w+)/g, '{$1}')
    const operation = operationOf(path, method, plain<RouteSchema>(schema), responses)
    paths[path] = { ...paths[path], [method.toLowerCase()]: named(operation, schemas) }
  }
  const operations = Object.values(paths).flatMap(methods => Object.values(methods))
  const used = operations.flatMap(({ security = [] }) => security.flatMap(scheme => Object.keys(scheme)))
  return {
    openapi: '3.1.0',
    ...texts,
    paths,
    ...(webhooks ? { webhooks: named(webhooks, schemas) } : {}),
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(securitySchemes).filter(([scheme]) => used.includes(scheme)),
      ),
      headers: headerComponents([
        ...operations.flatMap(one => Object.values(one.responses)),
        ...Object.values(responses),
      ]),
      responses: sorted(responses),
      schemas: sorted(schemas),
    },
  }
}

/** The schemas of a route as plain JSON. */
interface RouteSchema extends Pick<Operation, 'operationId' | 'summary' | 'tags' | 'description'> {
  querystring?: Schema
  params?: Schema
  headers?: Schema
  body?: Schema
  response?: Record<string, Schema>
}

const plain = <Plain>(schema: object): Plain => JSON.parse(JSON.stringify(schema))

function operationOf(
  path: string,
  method: string,
  schema: RouteSchema,
  shared: Record<string, Response>,
): Operation {
  const { operationId, summary, tags, description, body, response = {} } = schema
  const security = securityOf(path)
  const parameters = [
    ...parametersOf('query', schema.querystring),
    ...parametersOf('path', schema.params),
    ...parametersOf('header', schema.headers),
  ]
  const operation = {
    operationId,
    ...(summary === undefined ? {} : { summary }),
    ...(tags === undefined ? {} : { tags }),
    ...(description === undefined ? {} : { description }),
    ...(body ? { requestBody: requestBodyOf(body) } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    security,
    responses: {
      ...successesOf(response, operationId, successHeaders(parameters, security)),
      ...problemResponsesOf(path, method, security, Object.values(response), shared),
    },
  }
  return path.startsWith('/webhooks/') ? withProcessorsRequest(operation) : operation
}

const merchantKey = [{ apiKey: [] }, { bearer: [] }]
const operatorToken = [{ operatorToken: [] }]

function securityOf(path: string): Record<string, string[]>[] {
  if (path.startsWith('/v1/')) return merchantKey
  return path.startsWith('/admin/') || path === '/metrics' ? operatorToken : []
}

function parametersOf(place: string, { properties = {}, required = [] }: Schema = {}): Parameter[] {
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
    schema,
    ...(examples ? { example: examples[0] } : {}),
    in: place,
    name,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
  }))
}

/** A body whose fields are all optional may be omitted. */
function requestBodyOf({ examples, ...schema }: Schema): NonNullable<Operation['requestBody']> {
  const { required = [], description } = schema
  return {
    required: required.length > 0,
    content: { 'application/json': { schema, ...(examples ? { example: examples[0] } : {}) } },
    ...(description === undefined ? {} : { description }),
  }
}

function successesOf(
  response: Record<string, Schema>,
  operationId: string,
  headers: Record<string, object>,
): Record<string, Response> {
  const successes = Object.entries(response).filter(([status]) => Number(status) < 400)
  return Object.fromEntries(
    successes.map(([status, { examples, ...schema }]) => {
      const { description = '', type, content } = schema
      if (type === 'null') return [status, { description, headers }]
      if (content) return [status, { description, content: withExamples(content), headers }]
      const usual = examples?.[0] ?? exampleOf(schema)
      const story = exampleChanges[operationId]
      const example = story ? { ...(usual as object), ...story } : usual
      return [status, { description, content: { 'application/json': { schema, example } }, headers }]
    }),
  )
}

type Content = NonNullable<Response['content']>

function withExamples(content: Content): Content {
  return Object.fromEntries(
    Object.entries(content).map(([type, one]) => [
      type,
      { ...one, example: one.example ?? exampleOf(one.schema) },
    ]),
  )
}

/** Replaces every named schema with a reference. */
function named<Part extends object>(part: Part, schemas: Record<string, Schema>): Part {
  return JSON.parse(JSON.stringify(part), (key, value) =>
    key === 'schema' ? withNames(value, schemas) : value,
  )
}

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
