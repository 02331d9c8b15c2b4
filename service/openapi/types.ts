import type { ProblemCode } from '../src/problems.ts'

/** The parts of OpenAPI 3.1 that our documents use. */
export interface Document {
  openapi: string
  info: object
  servers?: object[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post: Operation }>
  components: {
    securitySchemes?: Record<string, object>
    headers?: Record<string, object>
    responses?: Record<string, Response>
    schemas: Record<string, Schema>
  }
}

export interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: readonly string[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; description?: string; content: Record<string, Media> }
  responses: Record<string, Response>
}

export interface Parameter {
  in: string
  name: string
  required: boolean
  description?: string
  schema?: Schema
  example?: unknown
}

export interface Response {
  $ref?: string
  description: string
  headers?: Record<string, object>
  content?: Record<string, Media>
}

export interface Media {
  schema: Schema
  example?: unknown
  examples?: Record<string, { value?: unknown }>
}

export interface Schema {
  $ref?: string
  $id?: string
  type?: string
  title?: string
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
  minimum?: number
  /** For an answer that is not JSON. */
  content?: Record<string, Media>
  /** The codes of problems specific to the route. */
  problems?: ProblemCode[]
}
