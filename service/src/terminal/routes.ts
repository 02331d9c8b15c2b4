import { Type } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Charge } from '../http/limits-per-key.ts'
import { idempotencyKeyOf, sendReply } from '../http/reply.ts'
import type { App } from '../http/routes.ts'
import { actingProblems, askingProblems, IdempotencyHeader, Strict } from '../http/schemas.ts'
import { type ConnectedDeps, connectedAccountOf, namedProcessor } from '../merchants/connected.ts'
import { callingMerchant } from '../merchants/merchant-auth.ts'
import type { OperationDeps } from '../operations/kind.ts'
import type { OnAccount, OperationArguments } from '../operations/operation.ts'
import { type KeyedKind, runKeyed } from '../operations/run-keyed.ts'
import { problems } from '../problems.ts'
import type { Outcome } from '../processors/outcomes.ts'
import type { Processor } from '../processors/port.ts'
import { answered } from '../processors/refusal-problem.ts'
import type { Listed, TerminalProcessor } from '../processors/terminal-port.ts'
import { createLocation, registerReader, type TerminalAccount } from './kinds.ts'
import { ListQuery, LocationBody, LocationSchema, ReaderBody, ReaderSchema, TokenSchema } from './schemas.ts'

interface TerminalDeps extends OperationDeps, ConnectedDeps {
  /** A list that takes several calls to the processor counts as several. */
  charge: Charge
}

const tags = ['Terminal']
const listing =
  'Returns all of them, up to 2,000, or one page if you set `limit`. A `Link` header leads to the next page. Every hundred items count as one request against the rate limit.'
const errors = actingProblems('no_connected_account')
const readingErrors = askingProblems('no_connected_account')

export function terminalOf({ terminal, name }: Pick<Processor, 'terminal' | 'name'>): TerminalProcessor {
  if (terminal) return terminal
  throw problems.processorError('not_supported', `The processor "${name}" has no card readers.`)
}

export function terminalRoutes(app: App, deps: TerminalDeps): void {
  const accountOf = async (request: FastifyRequest): Promise<TerminalAccount> => {
    const { processor, accountId } = await connectedAccountOf(deps, callingMerchant(request))
    return { processor, terminal: terminalOf(processor), accountId }
  }

  const run = async <Name extends 'location' | 'reader', Answer>(
    request: FastifyRequest,
    reply: FastifyReply,
    kindAt: (placeOf: (begun: { at?: OnAccount | undefined }) => TerminalAccount) => KeyedKind<Name, Answer>,
    args: OperationArguments[Name],
  ) => {
    const current = await accountOf(request)
    const { processor, accountId } = current
    const kind = kindAt(({ at }) => {
      if (!at) return current
      const begunAt = namedProcessor(deps, at.processor)
      return { processor: begunAt, terminal: terminalOf(begunAt), accountId: at.accountId }
    })
    const place = { processor: processor.name, accountId }
    const { merchantId } = callingMerchant(request)
    const { body } = request
    const named = { merchantId, idempotencyKey: idempotencyKeyOf(request), traceId: request.id }
    const wanted = { ...named, body, arguments: { ...args, at: place } }
    return sendReply(reply, await runKeyed(deps, kind, wanted))
  }

  const list = async <Item extends { id: string }>(
    request: FastifyRequest,
    reply: FastifyReply,
    read: (place: TerminalAccount) => Promise<Outcome<Listed<Item>>>,
  ): Promise<Item[]> => {
    const { items, hasMore, calls } = answered(await read(await accountOf(request)))
    deps.charge(request, calls)
    const last = items.at(-1)
    if (hasMore && last) {
      const next = new URL(request.url, 'http://svcpay')
      next.searchParams.set('startingAfter', last.id)
      reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
    }
    return items
  }

  app.post(
    '/terminal/connection-token',
    {
      tags,
      operationId: 'createConnectionToken',
      summary: 'Create a terminal connection token',
      description:
        'The terminal SDK connects to readers with it. It is scoped to the merchant’s connected account. Every call returns a new one; an Idempotency-Key is ignored.',
      body: Strict({}),
      response: { 200: TokenSchema, ...readingErrors },
    },
    async request => {
      const { terminal, accountId } = await accountOf(request)
      return answered(await terminal.createConnectionToken(accountId))
    },
  )

  app.post(
    '/terminal/locations',
    {
      tags,
      operationId: 'createLocation',
      summary: 'Create a location',
      description: 'A place where card readers are used. Every reader belongs to one.',
      headers: IdempotencyHeader,
      body: LocationBody,
      response: { 200: LocationSchema, ...errors },
    },
    (request, reply) => {
      const { country = 'US', line2 = null, ...rest } = request.body
      const location = { ...rest, line2, country: country.toUpperCase() }
      return run(request, reply, createLocation, location)
    },
  )

  app.get(
    '/terminal/locations',
    {
      tags,
      operationId: 'listLocations',
      summary: 'List locations',
      description: listing,
      querystring: ListQuery,
      response: { 200: Type.Array(LocationSchema, { description: 'Your locations.' }), ...readingErrors },
    },
    (request, reply) =>
      list(request, reply, ({ terminal, accountId }) =>
        terminal.listLocations(accountId, listPageOf(request.query)),
      ),
  )

  app.post(
    '/terminal/readers',
    {
      tags,
      operationId: 'registerReader',
      summary: 'Register a reader',
      description: 'Connects a card reader to the merchant’s account, with the code on its display.',
      headers: IdempotencyHeader,
      body: ReaderBody,
      response: { 200: ReaderSchema, ...errors },
    },
    (request, reply) => {
      const { label = null, ...rest } = request.body
      return run(request, reply, registerReader, { ...rest, label })
    },
  )

  app.get(
    '/terminal/readers',
    {
      tags,
      operationId: 'listReaders',
      summary: 'List readers',
      description: listing,
      querystring: ListQuery,
      response: { 200: Type.Array(ReaderSchema, { description: 'Your readers.' }), ...readingErrors },
    },
    (request, reply) =>
      list(request, reply, ({ terminal, accountId }) =>
        terminal.listReaders(accountId, listPageOf(request.query)),
      ),
  )
}

function listPageOf(query: { limit?: number; startingAfter?: string }) {
  return { limit: query.limit ?? null, startingAfter: query.startingAfter ?? null }
}
