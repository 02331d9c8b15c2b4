import { invalidRequest } from '../api/errors.ts'
import { find } from '../api/find.ts'
import { listRoute } from '../api/list-route.ts'
import { expandParam } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import { boolean, clearableText, list, oneOf, required, sent, text } from '../api/params.ts'
import { retrieveRoute } from '../api/retrieve-route.ts'
import { type Route, route } from '../api/route.ts'
import { checkVersion } from '../api/version.ts'
import { eventTypes } from '../events/event-types.ts'
import { toWebhookEndpoint } from '../shapes/webhook-endpoint.ts'

const eventType = oneOf('*', ...eventTypes)

export const webhookEndpointRoutes: readonly Route[] = [
  route(
    {
      method: 'POST',
      path: '/v1/webhook_endpoints',
      operation: 'webhook_endpoints.create',
    },
    {
      url: required(text),
      enabled_events: required(list(eventType)),
      connect: boolean,
      api_version: text,
      description: clearableText,
      metadata,
      ...expandParam,
    },
    ({ tx, account, params: input, settings }) => {
      if (input.api_version !== undefined) checkVersion(input.api_version, settings.anyVersion, 'api_version')
      const record = tx.put('webhook_endpoint', {
        id: `we_1${tx.random(23)}`,
        account,
        seq: tx.nextSeq(),
        created: tx.now,
        url: checkUrl(input.url),
        secret: `whsec_${tx.random(32)}`,
        enabled_events: input.enabled_events,
        connect: input.connect ?? false,
        status: 'enabled',
        api_version: input.api_version ?? null,
        description: input.description ?? null,
        metadata: changeMetadata({}, input.metadata),
      })
      // The secret is shown only once.
      return { body: { ...toWebhookEndpoint(record), secret: record.secret } }
    },
  ),
  listRoute(
    { kind: 'webhook_endpoint', path: '/v1/webhook_endpoints', operation: 'webhook_endpoints.list' },
    {},
  ),
  retrieveRoute('webhook_endpoint', '/v1/webhook_endpoints/:id', 'webhook_endpoints.retrieve'),
  route(
    {
      method: 'POST',
      path: '/v1/webhook_endpoints/:id',
      operation: 'webhook_endpoints.update',
    },
    {
      url: text,
      enabled_events: list(eventType),
      description: clearableText,
      disabled: boolean,
      metadata,
      ...expandParam,
    },
    ({ tx, account, id, params: input }) => {
      const before = find(tx, 'webhook_endpoint', account, id)
      const status = input.disabled ? 'disabled' : 'enabled'
      const record = tx.put('webhook_endpoint', {
        ...before,
        ...sent(input, 'description', 'enabled_events'),
        url: input.url === undefined ? before.url : checkUrl(input.url),
        status: input.disabled === undefined ? before.status : status,
        metadata: changeMetadata(before.metadata, input.metadata),
      })
      return { object: { kind: 'webhook_endpoint', record } }
    },
  ),
  route(
    {
      method: 'DELETE',
      path: '/v1/webhook_endpoints/:id',
      operation: 'webhook_endpoints.delete',
    },
    {},
    ({ tx, account, id }) => {
      find(tx, 'webhook_endpoint', account, id)
      tx.remove('webhook_endpoint', id)
      return { body: { id, object: 'webhook_endpoint', deleted: true } }
    },
  ),
]

function checkUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return url
  throw invalidRequest('Invalid URL: An explicit scheme (such as https) must be provided.', {
    code: 'url_invalid',
    param: 'url',
  })
}
