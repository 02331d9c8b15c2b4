import { Type } from '@fastify/type-provider-typebox'
import { defaultLimit, Page, PageQuery, pageOf, readCursor } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { problemResponses, Strict } from '../http/schemas.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { existing } from '../problems.ts'
import { listKeys } from './keys.sql.ts'
import { issueKey, type KeyDeps, revokeMerchantKey, rotateKey } from './manage-keys.ts'
import { findMerchant } from './merchants.sql.ts'
import {
  defaultGraceSeconds,
  GraceBody,
  IssuedKeySchema,
  KeyPath,
  KeySchema,
  MerchantPath,
  NewKeyBody,
} from './schemas.ts'

export function keyRoutes(app: App, deps: KeyDeps): void {
  app.post(
    '/merchants/:merchantId/keys',
    {
      tags: ['API keys'],
      operationId: 'issueKey',
      summary: 'Issue an API key',
      description: 'A merchant can have several valid keys. The key is not shown again.',
      params: MerchantPath,
      body: NewKeyBody,
      response: { 201: IssuedKeySchema },
    },
    async (request, reply) => {
      const label = request.body.label ?? null
      return reply.code(201).send(await issueKey(deps, actorOf(request), request.params.merchantId, label))
    },
  )

  app.get(
    '/merchants/:merchantId/keys',
    {
      tags: ['API keys'],
      operationId: 'listKeys',
      summary: 'List a merchant’s API keys',
      description: 'Newest first. The keys themselves cannot be shown.',
      params: MerchantPath,
      querystring: Strict(PageQuery),
      response: { 200: Page(KeySchema) },
    },
    async request => {
      const { cursor, limit = defaultLimit } = request.query
      const merchant = existing(await findMerchant(deps.db, request.params.merchantId), 'merchant')
      const { merchantId } = merchant
      const rows = await listKeys(deps.db, { merchantId, before: readCursor(cursor), limit: limit + 1 })
      return pageOf(rows, limit, row => row.keyId)
    },
  )

  app.post(
    '/merchants/:merchantId/keys/:keyId/rotate',
    {
      tags: ['API keys'],
      operationId: 'rotateKey',
      summary: 'Replace an API key',
      description: 'Returns a new key. The old one keeps working until the grace period is over.',
      params: KeyPath,
      body: GraceBody,
      response: { 201: IssuedKeySchema, ...problemResponses('invalid_state') },
    },
    async (request, reply) => {
      const { graceSeconds = defaultGraceSeconds } = request.body
      const issued = await rotateKey(deps, actorOf(request), request.params, graceSeconds)
      return reply.code(201).send(issued)
    },
  )

  app.delete(
    '/merchants/:merchantId/keys/:keyId',
    {
      tags: ['API keys'],
      operationId: 'revokeKey',
      summary: 'Revoke an API key',
      description: 'It stops working at once, and within a second on every instance.',
      params: KeyPath,
      response: {
        204: Type.Null({ description: 'The key was revoked.' }),
      },
    },
    async (request, reply) => {
      await revokeMerchantKey(deps, actorOf(request), request.params)
      return reply.code(204).send(null)
    },
  )
}
