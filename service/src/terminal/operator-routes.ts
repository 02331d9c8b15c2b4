import { type Static, Type } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { sample, Text } from '../http/fields.ts'
import { defaultLimit, Page, PageQuery, pageUpTo, readCursor } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { actingProblems, askingProblems, Strict } from '../http/schemas.ts'
import { newOperationId } from '../ids.ts'
import { findAccount } from '../merchants/accounts.sql.ts'
import { findActiveAccount } from '../merchants/active-processor.sql.ts'
import { type ConnectedDeps, namedProcessor, processorFor } from '../merchants/connected.ts'
import { merchantById } from '../merchants/merchants.sql.ts'
import { MerchantPath, ProcessorThere } from '../merchants/schemas.ts'
import { recordAlone } from '../operators/audit-log.sql.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { problems } from '../problems.ts'
import { isMissing, type Outcome } from '../processors/outcomes.ts'
import { answered } from '../processors/refusal-problem.ts'
import type { Listed, ListPage, TerminalProcessor } from '../processors/terminal-port.ts'
import { newLocationOf, terminalOf } from './routes.ts'
import { LocationSchema, ReaderSchema, RenameBody, TerminalBody, TerminalSchema } from './schemas.ts'

const ListQuery = Strict({ ...PageQuery, processor: ProcessorThere })
const processorId = /^\w{1,100}$/
const noTerminal = () => problems.notFound('reader or location')

const problemsOfBoth = askingProblems('no_connected_account')
const problemsOfChanges = actingProblems('no_connected_account')

const TerminalPath = Type.Object({
  ...MerchantPath.properties,
  id: Text('The id of the reader or the location', sample.readerId),
})

export function operatorReaderRoutes(app: App, deps: ConnectedDeps & { clock: Clock }): void {
  const list = async <Item extends { id: string }>(
    { params, query }: { params: { merchantId: string }; query: Static<typeof ListQuery> },
    read: (terminal: TerminalProcessor, accountId: string, page: ListPage) => Promise<Outcome<Listed<Item>>>,
  ) => {
    const { limit = defaultLimit } = query
    const startingAfter = readCursor(query.cursor, processorId)
    const { merchantId } = await merchantById(deps.db, params.merchantId)
    const { terminal, name } = await processorFor(deps, merchantId, query.processor)
    const account = await findAccount(deps.db, merchantId, name)
    if (!account || !terminal) return pageUpTo<Item>([], null)
    const { items, hasMore } = answered(await read(terminal, account.accountId, { limit, startingAfter }))
    return pageUpTo(items, hasMore ? (items.at(-1)?.id ?? null) : null)
  }

  app.get('/merchants/:merchantId/readers', {
    operationId: 'listMerchantReaders',
    summary: 'List a merchant’s card readers',
    description: 'Read from the processor. Empty for a merchant without a connected account.',
    params: MerchantPath,
    querystring: ListQuery,
    response: { 200: Page(ReaderSchema), ...problemsOfBoth },
    handler: request => list(request, (terminal, ...page) => terminal.listReaders(...page)),
  })

  app.get('/merchants/:merchantId/locations', {
    operationId: 'listMerchantLocations',
    summary: 'List a merchant’s card reader locations',
    description: 'Read from the processor. Empty for a merchant without a connected account.',
    params: MerchantPath,
    querystring: ListQuery,
    response: { 200: Page(LocationSchema), ...problemsOfBoth },
    handler: request => list(request, (terminal, ...page) => terminal.listLocations(...page)),
  })

  /** Asks the processor first and records the action afterwards, because none of this moves money. */
  const change = async <Done>(
    request: FastifyRequest & { params: { merchantId: string } },
    action: string,
    detail: Record<string, string | null>,
    ask: (terminal: TerminalProcessor, accountId: string) => Promise<Outcome<Done>>,
  ): Promise<Done> => {
    const { merchantId } = await merchantById(deps.db, request.params.merchantId)
    if (typeof detail.id === 'string' && !processorId.test(detail.id)) throw noTerminal()
    const account = await findActiveAccount(deps.db, merchantId, deps)
    if (!account) throw problems.noConnectedAccount()
    const terminal = terminalOf(namedProcessor(deps, account.processor))
    const outcome = await ask(terminal, account.accountId)
    if (outcome.kind === 'unknown') throw problems.outcomeUnknown()
    if (detail.id && isMissing(outcome)) throw noTerminal()
    const done = answered(outcome)
    await recordAlone(deps, actorOf(request), { action: `terminal.${action}`, merchantId, detail })
    return done
  }

  app.post('/merchants/:merchantId/terminal', {
    operationId: 'addTerminal',
    summary: 'Register a card reader or create a location for a merchant',
    description: 'Like `POST /v1/terminal/readers` and `POST /v1/terminal/locations`.',
    params: MerchantPath,
    body: TerminalBody,
    response: { 201: TerminalSchema, ...problemsOfChanges },
    handler: async (request, reply) => {
      const { location, reader } = request.body
      const call = (accountId: string) => ({ accountId, idempotencyKey: newOperationId() })
      if (location && !reader) {
        const wanted = newLocationOf(location)
        const { id } = await change(request, 'location', { name: wanted.displayName }, (terminal, account) =>
          terminal.createLocation(call(account), wanted),
        )
        return reply.code(201).send({ id })
      }
      if (reader && !location) {
        const { label = null, ...rest } = reader
        const { id } = await change(request, 'reader', { name: label }, (terminal, account) =>
          terminal.registerReader(call(account), { ...rest, label }),
        )
        return reply.code(201).send({ id })
      }
      throw problems.invalidRequest('The body is not valid.', [
        { path: '', message: 'name either a location or a reader' },
      ])
    },
  })

  app.patch('/merchants/:merchantId/terminal/:id', {
    operationId: 'renameTerminal',
    summary: 'Rename a merchant’s card reader or location',
    description: 'The id determines which of the two is renamed.',
    params: TerminalPath,
    body: RenameBody,
    response: { 200: TerminalSchema, ...problemsOfChanges },
    handler: async request => {
      const { id } = request.params
      const { name } = request.body
      await change(request, 'rename', { id, name }, (terminal, account) => terminal.rename(account, id, name))
      return { id }
    },
  })

  app.delete('/merchants/:merchantId/terminal/:id', {
    operationId: 'removeTerminal',
    summary: 'Remove a merchant’s card reader or location',
    description:
      'A reader can be registered again with a new code from its display. Remove the readers of a location before the location itself.',
    params: TerminalPath,
    response: { 204: Type.Null({ description: 'It was removed.' }), ...problemsOfChanges },
    handler: async (request, reply) => {
      const { id } = request.params
      await change(request, 'remove', { id }, (terminal, account) => terminal.remove(account, id))
      return reply.code(204).send(null)
    },
  })
}
