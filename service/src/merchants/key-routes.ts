import { type Static, Type } from '@fastify/type-provider-typebox'
import { type Clock, secondsAfter } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { Page, PageQuery, readPage } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { problemResponses, Strict } from '../http/schemas.ts'
import type { MerchantId } from '../ids.ts'
import { recordAction } from '../operators/audit-log.sql.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { existing, problems } from '../problems.ts'
import { newApiKey } from './api-key.ts'
import type { Authenticator } from './authenticate.ts'
import { expireKey, insertKey, listKeys, lockKey, revokeKey } from './keys.sql.ts'
import { merchantById } from './merchants.sql.ts'
import {
  defaultGraceSeconds,
  GraceBody,
  IssuedKeySchema,
  KeyPath,
  KeySchema,
  MerchantPath,
  NewKeyBody,
} from './schemas.ts'

interface KeyDeps {
  db: Db
  clock: Clock
  authenticator: Pick<Authenticator, 'forget'>
}

export function keyRoutes(app: App, { db, clock, authenticator }: KeyDeps): void {
  app.post('/merchants/:merchantId/keys', {
    operationId: 'issueKey',
    summary: 'Issue an API key',
    description: 'A merchant can have several valid keys. The key is not shown again.',
    params: MerchantPath,
    body: NewKeyBody,
    response: { 201: IssuedKeySchema },
    handler: async (request, reply) => {
      const { merchantId } = await merchantById(db, request.params.merchantId)
      const issued = await db.begin(async tx => {
        const key = await addKey(tx, merchantId, request.body.label ?? null, clock.now())
        const { keyId, label, hint } = key
        const entry = { action: 'key.issue', target: keyId, merchantId, detail: { label, hint } }
        await recordAction(tx, key.createdAt, actorOf(request), entry)
        return key
      })
      return reply.code(201).send(issued)
    },
  })

  app.get('/merchants/:merchantId/keys', {
    operationId: 'listKeys',
    summary: 'List a merchant’s API keys',
    description: 'Newest first. The keys themselves are never shown again.',
    params: MerchantPath,
    querystring: Strict(PageQuery),
    response: { 200: Page(KeySchema) },
    handler: async ({ params, query, operator }) => {
      const { merchantId } = await merchantById(db, params.merchantId)
      const page = await readPage(query, 'keyId', slice => listKeys(db, merchantId, slice))
      return operator?.role === 'portal' ? { ...page, data: page.data.map(withoutName) } : page
    },
  })

  app.post('/merchants/:merchantId/keys/:keyId/rotate', {
    operationId: 'rotateKey',
    summary: 'Replace an API key',
    description: 'Returns a new key. The old one keeps working until the grace period is over.',
    params: KeyPath,
    body: GraceBody,
    response: { 201: IssuedKeySchema, ...problemResponses('invalid_state') },
    handler: async (request, reply) => {
      const { graceSeconds = defaultGraceSeconds } = request.body
      const merchantId = request.params.merchantId as MerchantId
      const { keyId } = request.params
      const issued = await db.begin(async tx => {
        const { label, hint, revokedAt, expiresAt } = existing(await lockKey(tx, merchantId, keyId), 'key')
        const now = clock.now()
        const ended = revokedAt ? 'revoked' : expiresAt && expiresAt <= now ? 'expired' : null
        if (ended) {
          throw problems.invalidState(`The key is ${ended}; issue a new one instead.`, ended, ['active'])
        }
        const key = await addKey(tx, merchantId, label, now)
        await expireKey(tx, keyId, secondsAfter(now, graceSeconds))
        const detail = { label, hint, newKeyId: key.keyId, newHint: key.hint, graceSeconds }
        const entry = { action: 'key.rotate', target: keyId, merchantId, detail }
        await recordAction(tx, now, actorOf(request), entry)
        return key
      })
      authenticator.forget(identity => identity.keyId === keyId)
      return reply.code(201).send(issued)
    },
  })

  app.delete('/merchants/:merchantId/keys/:keyId', {
    operationId: 'revokeKey',
    summary: 'Revoke an API key',
    description: 'It stops working at once on this instance, and within a second on every other.',
    params: KeyPath,
    response: { 204: Type.Null({ description: 'The key was revoked.' }) },
    handler: async (request, reply) => {
      const merchantId = request.params.merchantId as MerchantId
      const { keyId } = request.params
      await db.begin(async tx => {
        const { label, hint, revokedAt } = existing(await lockKey(tx, merchantId, keyId), 'key')
        if (revokedAt) return
        const now = clock.now()
        await revokeKey(tx, keyId, now)
        const entry = { action: 'key.revoke', target: keyId, merchantId, detail: { label, hint } }
        await recordAction(tx, now, actorOf(request), entry)
      })
      authenticator.forget(identity => identity.keyId === keyId)
      return reply.code(204).send(null)
    },
  })
}

async function addKey(
  tx: Tx,
  merchantId: MerchantId,
  label: string | null,
  createdAt: Date,
): Promise<Static<typeof IssuedKeySchema>> {
  const key = newApiKey()
  await insertKey(tx, { ...key, merchantId, label, createdAt })
  const { keyId, hint, text } = key
  const unused = { lastUsedAt: null, expiresAt: null, revokedAt: null, endedBy: null }
  return { keyId, apiKey: text, label, hint, createdAt, ...unused }
}

/** Merchants see that the platform ended a key, but not the name of the operator. */
const withoutName = (key: Static<typeof KeySchema>) => ({
  ...key,
  endedBy: key.endedBy === null || key.endedBy === 'portal' ? key.endedBy : 'platform',
})
