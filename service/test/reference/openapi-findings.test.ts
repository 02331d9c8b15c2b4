import { describe, expect, it } from 'vitest'
import { findingsIn } from './openapi-findings.ts'

const parameter = { in: 'path', name: 'id', required: true, schema: { type: 'string' } }
const refused = { description: 'Refused', content: { 'application/json': { schema: {} } } }
const small = {
  openapi: '3.1.0',
  info: { title: 'Small', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
  paths: {
    '/pay': {
      post: {
        operationId: 'pay',
        summary: 'Pay',
        security: [{ key: [] }],
        requestBody: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Order' },
              example: { cents: 5 },
            },
          },
        },
        responses: { 200: { description: 'Paid' }, 400: { $ref: '#/components/responses/Refused' } },
      },
    },
    '/pay/{id}': {
      get: {
        operationId: 'look',
        summary: 'Look',
        parameters: [parameter],
        responses: { 200: { description: 'Paid' }, 404: { $ref: '#/components/responses/Refused' } },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Key' } },
    responses: { Refused: refused },
    schemas: {
      Order: {
        type: 'object',
        required: ['cents'],
        properties: {
          cents: { type: 'integer' },
          method: { type: 'string', enum: ['now', 'later'], default: 'now', examples: ['later'] },
        },
      },
    },
  },
}

// biome-ignore lint/suspicious/noExplicitAny: each case breaks a different part
type Spoil = (parts: any) => void

describe('an OpenAPI document is refused if', () => {
  const rows: [string, Spoil, RegExp][] = [
    ['it lacks a title', ({ info }) => delete info.title, /info must have .*title/],
    ['it lacks a license', ({ info }) => delete info.license, /no license/],
    ['an object has an unknown field', ({ info }) => (info.author = 'us'), /info must NOT have/],
    ['an answer has no description', ({ look }) => delete look.responses[200].description, /description/],
    [
      'a reference has no target',
      ({ components }) => delete components.schemas.Order,
      /Order does not exist/,
    ],
    ['a component is not used', ({ components }) => (components.schemas.Spare = {}), /Spare is not used/],
    ['a path ends in a slash', ({ paths }) => (paths['/end/'] = {}), /ends in a slash/],
    ['two paths differ only in a name', ({ paths }) => (paths['/pay/{key}'] = {}), /under two names/],
    [
      'an operationId is not unique',
      ({ look }) => (look.operationId = 'pay'),
      /pay has no unique operationId/,
    ],
    [
      'an operationId does not fit a URL',
      ({ look }) => (look.operationId = 'l o'),
      /l o has no unique operationId/,
    ],
    ['an operation has no summary', ({ look }) => delete look.summary, /look has no summary/],
    ['a parameter is repeated', ({ look }) => look.parameters.push(parameter), /look repeats a parameter/],
    [
      'a parameter of the path is not declared',
      ({ look }) => delete look.parameters,
      /look does not declare/,
    ],
    ['no success is described', ({ look }) => delete look.responses[200], /look has no 2xx/],
    ['no refusal is described', ({ look }) => delete look.responses[404], /look has no 2xx or no 4xx/],
    [
      'a security scheme is missing',
      ({ components }) => delete components.securitySchemes,
      /security scheme/,
    ],
    ['a schema has an unknown keyword', ({ method }) => (method.requierd = true), /unknown keyword/],
    ['a schema has an unknown type', ({ method }) => (method.type = 'text'), /type must be/],
    ['a schema has an unknown format', ({ method }) => (method.format = 'colour'), /unknown format/],
    ['a required field has no schema', ({ order }) => order.required.push('hue'), /"hue" is not defined/],
    ['a value of an enum has another type', ({ method }) => method.enum.push(5), /5 data must be string/],
    ['a value of an enum is repeated', ({ method }) => method.enum.push('now'), /repeats a value/],
    ['a default is not allowed', ({ method }) => (method.default = 'never'), /"never" data must be/],
    [
      'an example of a field is not allowed',
      ({ method }) => (method.examples = ['soon']),
      /"soon" data must/,
    ],
    ['an example of a body is not allowed', ({ body }) => (body.example = { cents: 'a' }), /must be integer/],
    [
      'an example of a parameter is not allowed',
      ({ look }) => (look.parameters[0].example = 7),
      /7 data must/,
    ],
  ]
  it.each(rows)('%s', (_, spoil, finding) => {
    const document = structuredClone(small)
    expect(findingsIn(document)).toEqual([])
    const { paths, components } = document
    const { Order } = components.schemas
    spoil({
      ...document,
      look: paths['/pay/{id}'].get,
      body: paths['/pay'].post.requestBody.content['application/json'],
      order: Order,
      method: Order.properties.method,
    })
    expect(findingsIn(document).join('\n')).toMatch(finding)
  })
})
