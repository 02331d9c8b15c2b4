import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Charge } from '../http/rate-limit.ts'
import { idempotencyKeyOf, sendReply } from '../http/reply.ts'
import { actingProblems, askingProblems, IdempotencyHeader, strict } from '../http/schemas.ts'
import { type ConnectedDeps, connectedAccountOf } from '../merchants/connected.ts'
import { merchantOf } from '../merchants/merchant-auth.ts'
import type { GateDeps } from '../operations/gate.ts'
import type { OtherOperationKind } from '../operations/operation.ts'
import { type Doing, runOnce } from '../operations/run-once.ts'
import { problems } from '../problems.ts'
import type { Listed, TerminalProcessor } from '../processors/port.ts'
import { answered } from '../processors/refusal-problem.ts'
import { ListQuery, LocationBody, LocationSchema, ReaderBody, ReaderSchema, TokenSchema } from './schemas.ts'

export interface TerminalDeps extends GateDeps, ConnectedDeps {
  /** A list that takes several calls to the processor counts as several. */
  charge: Charge
}

const tags = ['Terminal']
const errors = actingProblems('no_connected_account')
const readingErrors = askingProblems('no_connected_account')

export function terminalRoutes(deps: TerminalDeps): FastifyPluginAsyncTypebox {
  const terminalOf = async (request: FastifyRequest) => {
    const { processor, accountId } = await connectedAccountOf(deps, merchantOf(request))
    const { terminal, name } = processor
    if (!terminal)
      throw problems.processorError('not_supported', `The processor "${name}" has no card readers.`)
    return { processor, terminal, accountId }
  }

  const once = async <Intent extends object, Value extends object>(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: OtherOperationKind,
    intent: Intent,
    doing: (terminal: TerminalProcessor, accountId: string) => Pick<Doing<Intent, Value>, 'ask' | 'find'>,
  ) => {
    const { processor, terminal, accountId } = await terminalOf(request)
    const { merchantId } = merchantOf(request)
    const wanted = { merchantId, kind, idempotencyKey: idempotencyKeyOf(request), body: request.body, intent }
    const present = (value: Value) => value
    const made = await runOnce(deps, wanted, { processor, present, ...doing(terminal, accountId) })
    return sendReply(reply, made)
  }

  const charged = <Item extends { id: string }>(
    request: FastifyRequest,
    reply: FastifyReply,
    listed: Listed<Item>,
  ) => {
    deps.charge(request, listed.calls)
    return page(request, reply, listed)
  }

  return async app => {
    app.post(
      '/terminal/connection-token',
      {
        schema: {
          tags,
          operationId: 'createConnectionToken',
          summary: 'Create a terminal connection token',
          description:
            'Scoped to the merchant’s connected account. Every call makes a new one: an Idempotency-Key is ignored.',
          body: Type.Object({}, strict),
          response: { 200: TokenSchema, ...readingErrors },
        },
      },
      async request => {
        const { terminal, accountId } = await terminalOf(request)
        return answered(await terminal.createConnectionToken(accountId))
      },
    )

    app.post(
      '/terminal/locations',
      {
        schema: {
          tags,
          operationId: 'createLocation',
          summary: 'Create a location',
          headers: IdempotencyHeader,
          body: LocationBody,
          response: { 200: LocationSchema, ...errors },
        },
      },
      (request, reply) => {
        const { country = 'US', line2 = null, ...rest } = request.body
        const location = { ...rest, line2, country: country.toUpperCase() }
        return once(request, reply, 'location', location, (terminal, accountId) => ({
          ask: (intent, idempotencyKey) => terminal.createLocation({ accountId, idempotencyKey }, intent),
          find: idempotencyKey => terminal.findLocation({ accountId, idempotencyKey }),
        }))
      },
    )

    app.get(
      '/terminal/locations',
      {
        schema: {
          tags,
          operationId: 'listLocations',
          summary: 'List locations',
          description:
            'All of them, up to 2,000; with limit, a page. A Link header leads to the next. Each hundred counts as a request.',
          querystring: ListQuery,
          response: { 200: Type.Array(LocationSchema), ...readingErrors },
        },
      },
      async (request, reply) => {
        const { terminal, accountId } = await terminalOf(request)
        return charged(
          request,
          reply,
          answered(await terminal.listLocations(accountId, pageOf(request.query))),
        )
      },
    )

    app.post(
      '/terminal/readers',
      {
        schema: {
          tags,
          operationId: 'registerReader',
          summary: 'Register a reader',
          headers: IdempotencyHeader,
          body: ReaderBody,
          response: { 200: ReaderSchema, ...errors },
        },
      },
      (request, reply) => {
        const { label = null, ...rest } = request.body
        return once(request, reply, 'reader', { ...rest, label }, (terminal, accountId) => ({
          ask: (intent, idempotencyKey) => terminal.registerReader({ accountId, idempotencyKey }, intent),
          find: idempotencyKey => terminal.findReader({ accountId, idempotencyKey }),
        }))
      },
    )

    app.get(
      '/terminal/readers',
      {
        schema: {
          tags,
          operationId: 'listReaders',
          summary: 'List readers',
          description:
            'All of them, up to 2,000; with limit, a page. A Link header leads to the next. Each hundred counts as a request.',
          querystring: ListQuery,
          response: { 200: Type.Array(ReaderSchema), ...readingErrors },
        },
      },
      async (request, reply) => {
        const { terminal, accountId } = await terminalOf(request)
        return charged(request, reply, answered(await terminal.listReaders(accountId, pageOf(request.query))))
      },
    )
  }
}

function pageOf(query: { limit?: number; startingAfter?: string }) {
  return { limit: query.limit ?? null, startingAfter: query.startingAfter ?? null }
}

function page<Item extends { id: string }>(
  request: FastifyRequest,
  reply: FastifyReply,
  { items, hasMore }: Listed<Item>,
): Item[] {
  const last = items.at(-1)
  if (hasMore && last) {
    const next = new URL(request.url, 'http://svcpay')
    next.searchParams.set('startingAfter', last.id)
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  return items
}
