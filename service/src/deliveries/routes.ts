import { Type } from '@fastify/type-provider-typebox'
import type { KeyRing } from '../crypto.ts'
import { DeliveryIdField, InPath, Whole } from '../http/fields.ts'
import { defaultLimit, Page, PageQuery, pageOf, pageUpTo, readCursor } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { Part, problemResponses, Strict } from '../http/schemas.ts'
import { TimeField, timestampOf } from '../http/timestamps.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { existing, problems } from '../problems.ts'
import { attemptsOf, findDelivery, findTargetOfDelivery, listDeliveries } from './deliveries.sql.ts'
import { openEventBody } from './event-body.ts'
import { type RedeliverDeps, redeliver, redeliverAll } from './redeliver.ts'
import {
  BulkRedeliverBody,
  DeliveryDetailSchema,
  DeliverySchema,
  deliveryFilters,
  RedeliverBody,
} from './schemas.ts'
import { commonHeaders } from './sending/send-signed.ts'

const DeliveryPath = Type.Object({ deliveryId: InPath(DeliveryIdField) })
const ListQuery = Strict({
  ...PageQuery,
  ...deliveryFilters,
  createdFrom: TimeField('Queued at or after'),
})

export function deliveryRoutes(app: App, deps: RedeliverDeps & { encryptionKeys: KeyRing }): void {
  app.get('/deliveries', {
    operationId: 'listDeliveries',
    summary: 'List deliveries',
    description:
      'Callbacks to merchants, newest first. `state=dead` lists the dead letters. With `type` or `processor`, a page can hold fewer callbacks than `limit` and still have a `nextCursor`: each page scans at most 5,000.',
    querystring: ListQuery,
    response: { 200: Page(DeliverySchema), ...problemResponses('not_found') },
    handler: async request => {
      const { cursor, limit = defaultLimit, ...filter } = request.query
      const { deliveries, resumeAt } = await listDeliveries(deps.db, {
        ...filter,
        createdFrom: timestampOf('createdFrom', filter.createdFrom),
        before: readCursor(cursor),
        limit: limit + 1,
      })
      return resumeAt ? pageUpTo(deliveries, resumeAt) : pageOf(deliveries, limit, row => row.deliveryId)
    },
  })

  app.get('/deliveries/:deliveryId', {
    operationId: 'getDelivery',
    summary: 'Retrieve a delivery with its attempts',
    description: 'Includes the request that is sent and the answer to each attempt.',
    params: DeliveryPath,
    response: { 200: DeliveryDetailSchema },
    handler: async request => {
      const delivery = existing(await findDelivery(deps.db, request.params.deliveryId), 'delivery')
      const { merchantId, deliveryId, eventId, type, svcPaymentId: paymentId } = delivery
      const target = await findTargetOfDelivery(deps.db, delivery)
      const sent = {
        url: target?.url ?? null,
        headers: commonHeaders({ eventId, type, paymentId }),
        body: target && readableBody(deps.encryptionKeys, eventId, target.sealedBody),
        removedAt: target?.removedAt ?? null,
      }
      return { ...delivery, request: sent, attemptLog: await attemptsOf(deps.db, merchantId, deliveryId) }
    },
  })

  app.post('/deliveries/:deliveryId/redeliver', {
    operationId: 'redeliver',
    summary: 'Redeliver a callback',
    description:
      'Starts a new cycle of nine attempts, with the same `Svc-Event-Id`. The first is made at once, even to an endpoint that is paused because it keeps failing.',
    params: DeliveryPath,
    body: RedeliverBody,
    response: { 200: DeliverySchema, ...problemResponses('invalid_state') },
    handler: async request =>
      redeliver(deps, actorOf(request), request.params.deliveryId, request.body.force ?? false),
  })

  app.post('/deliveries/redeliver', {
    operationId: 'redeliverAll',
    summary: 'Redeliver many callbacks',
    description:
      'Redelivers every callback that matches. Use `dryRun` first to see how many there are. Without `state`, `merchantId` and `from` are required, and all of the merchant’s callbacks since then are redelivered.',
    body: BulkRedeliverBody,
    response: {
      200: Part('How many callbacks matched.', {
        count: Whole('How many were redelivered, or with `dryRun` would be', 3),
      }),
      ...problemResponses('not_found'),
    },
    handler: async request => {
      const { dryRun = false, from, to, ...filter } = request.body
      if (!filter.state && !(filter.merchantId && from)) {
        const fault = { path: 'state', message: 'is required, unless merchantId and from are given' }
        throw problems.invalidRequest('This would redeliver too many callbacks.', [fault])
      }
      const period = { from: timestampOf('from', from), to: timestampOf('to', to) }
      return { count: await redeliverAll(deps, actorOf(request), { ...filter, ...period }, dryRun) }
    },
  })
}

/** For display, so client secrets are masked. */
function readableBody(encryptionKeys: KeyRing, eventId: string, sealedBody: Buffer): string | null {
  try {
    const text = openEventBody(encryptionKeys, eventId, sealedBody).toString('utf8')
    return text.replaceAll(/("client_secret"\s*:\s*)"[^"]*"/g, '$1"••••••"')
  } catch {
    return null
  }
}
