import { type Static, Type } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idempotencyKeyOf, sendReply } from '../http/answers/reply.ts'
import type { Charge } from '../http/hooks/limits-per-key.ts'
import type { App } from '../http/routes.ts'
import { actingProblems, askingProblems, IdempotencyHeader, Strict } from '../http/schemas.ts'
import { type ConnectedDeps, connectedAccountOf, namedProcessor } from '../merchants/connected.ts'
import { callingMerchant } from '../merchants/merchant-auth.ts'
import type { OperationDeps } from '../operations/deps.ts'
import type { OperationArguments } from '../operations/operation.ts'
import { type KeyedCall, runKeyed } from '../operations/run-keyed.ts'
import { problems } from '../problems.ts'
import type { Call, Outcome } from '../processors/outcomes.ts'
import type { Processor } from '../processors/port.ts'
import { answered } from '../processors/refusal-problem.ts'
import type { Listed, ListPage, NewLocation, TerminalProcessor } from '../processors/terminal-port.ts'
import { ListQuery, LocationBody, LocationSchema, ReaderBody, ReaderSchema, TokenSchema } from './schemas.ts'

interface TerminalDeps extends OperationDeps, ConnectedDeps {
  /** A list that takes several calls to the processor counts as several requests. */
  charge: Charge
}

const listing =
  'Returns all of them, up to 2,000, or one page if you set `limit`. A `Link` header leads to the next page. Every hundred items count as one request against the rate limit.'
const errors = actingProblems('no_connected_account')
const readingErrors = askingProblems('no_connected_account')

export function terminalOf({ terminal, name }: Pick<Processor, 'terminal' | 'name'>): TerminalProcessor {
  if (terminal) return terminal
  throw problems.processorError('not_supported', `The processor "${name}" has no card readers.`)
}

export function newLocationOf(body: Static<typeof LocationBody>): NewLocation {
  const { country = 'US', line2 = null, ...rest } = body
  return { ...rest, line2, country: country.toUpperCase() }
}

export function terminalRoutes(app: App, deps: TerminalDeps): void {
  const accountOf = async (request: FastifyRequest) => {
    const { processor, accountId } = await connectedAccountOf(deps, callingMerchant(request))
    return { processor, terminal: terminalOf(processor), accountId }
  }

  const run = async <Name extends 'location' | 'reader', Answer extends object>(
    request: FastifyRequest,
    reply: FastifyReply,
    args: Omit<OperationArguments[Name], 'at'>,
    thing: {
      name: Name
      make(terminal: TerminalProcessor, call: Call, args: OperationArguments[Name]): Promise<Outcome<Answer>>
      find(terminal: TerminalProcessor, call: Call): Promise<Outcome<Answer | null>>
    },
  ) => {
    const kind: KeyedCall<Name, Answer> = {
      name: thing.name,
      question(begun) {
        // where the operation began: the merchant may have moved since
        const { accountId } = begun.at
        const processor = namedProcessor(deps, begun.at.processor)
        const terminal = terminalOf(processor)
        return {
          readTime: () => processor.readTime(accountId),
          ask: idempotencyKey => thing.make(terminal, { accountId, idempotencyKey }, begun),
          find: idempotencyKey => thing.find(terminal, { accountId, idempotencyKey }),
        }
      },
    }
    const { merchantId } = callingMerchant(request)
    const named = { merchantId, idempotencyKey: idempotencyKeyOf(request), traceId: request.id }
    const { processor, accountId } = await accountOf(request)
    const begun = { ...args, at: { processor: processor.name, accountId } } as OperationArguments[Name]
    const wanted = { ...named, body: request.body, arguments: begun }
    return sendReply(reply, await runKeyed(deps, kind, wanted))
  }

  const list = async <Item extends { id: string }>(
    request: FastifyRequest & { query: Static<typeof ListQuery> },
    reply: FastifyReply,
    read: (terminal: TerminalProcessor, accountId: string, page: ListPage) => Promise<Outcome<Listed<Item>>>,
  ): Promise<Item[]> => {
    const { terminal, accountId } = await accountOf(request)
    const { limit = null, startingAfter = null } = request.query
    const { items, hasMore, calls } = answered(await read(terminal, accountId, { limit, startingAfter }))
    deps.charge(request, calls)
    const last = items.at(-1)
    if (hasMore && last) {
      const next = new URL(request.url, 'http://svcpay')
      next.searchParams.set('startingAfter', last.id)
      reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
    }
    return items
  }

  app.post('/terminal/connection-token', {
    operationId: 'createConnectionToken',
    summary: 'Create a terminal connection token',
    description:
      'The terminal SDK uses it to connect to readers. It is scoped to the merchant’s connected account. Every call returns a new one; an Idempotency-Key is ignored.',
    body: Strict({}),
    response: { 200: TokenSchema, ...readingErrors },
    handler: async request => {
      const { terminal, accountId } = await accountOf(request)
      return answered(await terminal.createConnectionToken(accountId))
    },
  })

  app.post('/terminal/locations', {
    operationId: 'createLocation',
    summary: 'Create a location',
    description: 'A place where card readers are used. Every reader belongs to one.',
    headers: IdempotencyHeader,
    body: LocationBody,
    response: { 200: LocationSchema, ...errors },
    handler: (request, reply) =>
      run(request, reply, newLocationOf(request.body), {
        name: 'location',
        make: (terminal, call, asked) => terminal.createLocation(call, asked),
        find: (terminal, call) => terminal.findLocation(call),
      }),
  })

  app.get('/terminal/locations', {
    operationId: 'listLocations',
    summary: 'List locations',
    description: listing,
    querystring: ListQuery,
    response: { 200: Type.Array(LocationSchema, { description: 'Your locations.' }), ...readingErrors },
    handler: (request, reply) => list(request, reply, (terminal, ...page) => terminal.listLocations(...page)),
  })

  app.post('/terminal/readers', {
    operationId: 'registerReader',
    summary: 'Register a reader',
    description: 'Connects a card reader to the merchant’s account, with the code on its display.',
    headers: IdempotencyHeader,
    body: ReaderBody,
    response: { 200: ReaderSchema, ...errors },
    handler: (request, reply) => {
      const reader = { ...request.body, label: request.body.label ?? null }
      return run(request, reply, reader, {
        name: 'reader',
        make: (terminal, call, asked) => terminal.registerReader(call, asked),
        find: (terminal, call) => terminal.findReader(call),
      })
    },
  })

  app.get('/terminal/readers', {
    operationId: 'listReaders',
    summary: 'List readers',
    description: listing,
    querystring: ListQuery,
    response: { 200: Type.Array(ReaderSchema, { description: 'Your readers.' }), ...readingErrors },
    handler: (request, reply) => list(request, reply, (terminal, ...page) => terminal.listReaders(...page)),
  })
}
