import type { FastifyInstance } from 'fastify'
import { callbackWebhooks } from './callbacks.ts'
import { describedParameter, describedSchema } from './common-descriptions.ts'
import { exampleOf } from './example-of.ts'
import { mapValues, withNames } from './named-schemas.ts'
import type { Document, Media, Operation, Parameter, Response, Schema } from './openapi-types.ts'
import { withProcessorsRequest } from './processor-webhook.ts'
import { headerComponents, withHeaders } from './response-headers.ts'
import { samplePathValue } from './sample-values.ts'
import { withSharedProblems } from './shared-problems.ts'
import { successExamples } from './success-examples.ts'
import { merchantTexts, operatorTexts, securitySchemes } from './texts.ts'

export interface OpenApiDocuments {
  merchant: Document
  operator: Document
}

/** Both documents, made of the route schemas themselves, so that they cannot drift from what is validated. */
export function openApiDocuments(app: FastifyInstance): OpenApiDocuments {
  const collected: Document = JSON.parse(JSON.stringify(app.swagger()))
  const isMerchants = (path: string) => /^\/(v1|webhooks)\//.test(path)
  const pathsWhere = (wanted: (path: string) => boolean) =>
    Object.fromEntries(Object.entries(collected.paths).filter(([path]) => wanted(path)))
  return {
    merchant: documentOf(merchantTexts, collected, pathsWhere(isMerchants), callbackWebhooks()),
    operator: documentOf(
      operatorTexts,
      collected,
      pathsWhere(path => !isMerchants(path)),
    ),
  }
}

function documentOf(
  texts: Pick<Document, 'info' | 'tags'> & { servers: object[] },
  collected: Document,
  collectedPaths: Document['paths'],
  webhooks?: NonNullable<Document['webhooks']>,
): Document {
  const schemas: Record<string, Schema> = { ...mapValues(collected.components.schemas, withoutId) }
  const paths = mapValues(collectedPaths, (methods, path) =>
    mapValues(methods, operation => named(withHeaders(completed(operation, path)), schemas)),
  )
  const operations = Object.values(paths).flatMap(methods => Object.values(methods))
  const used = operations.flatMap(({ security = [] }) => security.flatMap(scheme => Object.keys(scheme)))
  const calls = webhooks && mapValues(webhooks, ({ post }) => ({ post: named(post, schemas) }))
  const described = Object.entries(mapValues(schemas, describedSchema))
  const shared = withSharedProblems(paths)
  return {
    openapi: '3.1.0',
    ...texts,
    paths: shared.paths,
    ...(calls ? { webhooks: calls } : {}),
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(securitySchemes).filter(([scheme]) => used.includes(scheme)),
      ),
      headers: headerComponents(operations),
      responses: shared.responses,
      schemas: Object.fromEntries(described.sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

function completed(operation: Operation, path: string): Operation {
  const asked = operation.operationId === 'receiveWebhook' ? withProcessorsRequest(operation) : operation
  return {
    ...asked,
    ...(asked.parameters
      ? { parameters: asked.parameters.map(one => withExample(describedParameter(one, path), path)) }
      : {}),
    ...(asked.requestBody ? { requestBody: withRequired(asked.requestBody) } : {}),
    responses: mapValues(asked.responses, (response, status) =>
      isSuccess(status) ? withSuccessExample(response, asked.operationId) : response,
    ),
  }
}

function withExample(parameter: Parameter, path: string): Parameter {
  return parameter.in === 'path'
    ? { ...parameter, example: samplePathValue(path, parameter.name) }
    : parameter
}

/** A body in which every field is optional may be left out itself. */
function withRequired(body: NonNullable<Operation['requestBody']>): NonNullable<Operation['requestBody']> {
  const fields = Object.values(body.content).flatMap(({ schema }) => schema.required ?? [])
  return { ...body, required: fields.length > 0 }
}

const isSuccess = (status: string) => status.startsWith('2')

function withSuccessExample(response: Response, operationId: string): Response {
  const json = response.content?.['application/json']
  if (!json) return response
  const example = successExamples[operationId] ?? json.example ?? exampleOf(json.schema)
  return { ...response, content: { 'application/json': { ...json, example } } }
}

function named(operation: Operation, schemas: Record<string, Schema>): Operation {
  const nameMedia = (media: Media) => ({ ...media, schema: withNames(media.schema, schemas) })
  const nameContent = <Of extends { content?: Record<string, Media> }>(of: Of) =>
    of.content ? { ...of, content: mapValues(of.content, nameMedia) } : of
  return {
    ...operation,
    ...(operation.parameters
      ? {
          parameters: operation.parameters.map(one =>
            one.schema ? { ...one, schema: withNames(one.schema, schemas) } : one,
          ),
        }
      : {}),
    ...(operation.requestBody
      ? {
          requestBody: {
            ...operation.requestBody,
            content: mapValues(operation.requestBody.content, nameMedia),
          },
        }
      : {}),
    responses: mapValues(operation.responses, nameContent),
  }
}

function withoutId({ $id: _, ...schema }: Schema): Schema {
  return schema
}
