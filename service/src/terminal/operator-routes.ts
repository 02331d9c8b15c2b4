import type { Static } from '@fastify/type-provider-typebox'
import { defaultLimit, Page, PageQuery, pageUpTo, readCursor } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { askingProblems, Strict } from '../http/schemas.ts'
import { findAccount } from '../merchants/accounts.sql.ts'
import { type ConnectedDeps, processorFor } from '../merchants/connected.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { MerchantPath, ProcessorQuery } from '../merchants/schemas.ts'
import { existing } from '../problems.ts'
import type { Outcome } from '../processors/outcomes.ts'
import { answered } from '../processors/refusal-problem.ts'
import type { Listed, ListPage, TerminalProcessor } from '../processors/terminal-port.ts'
import { LocationSchema, ReaderSchema } from './schemas.ts'

const ListQuery = Strict({ ...PageQuery, ...ProcessorQuery.properties })
/** Ids at the processor. */
const position = /^\w{1,100}$/

const problemsOfBoth = askingProblems('no_connected_account')

export function operatorReaderRoutes(app: App, deps: ConnectedDeps): void {
  const list = async <Item extends { id: string }>(
    { params, query }: { params: { merchantId: string }; query: Static<typeof ListQuery> },
    read: (terminal: TerminalProcessor, accountId: string, page: ListPage) => Promise<Outcome<Listed<Item>>>,
  ) => {
    const { limit = defaultLimit } = query
    const startingAfter = readCursor(query.cursor, position)
    const { merchantId } = existing(await findMerchant(deps.db, params.merchantId), 'merchant')
    const { terminal, name } = await processorFor(deps, merchantId, query.processor)
    const account = await findAccount(deps.db, merchantId, name)
    if (!account || !terminal) return pageUpTo<Item>([], null)
    const { items, hasMore } = answered(await read(terminal, account.accountId, { limit, startingAfter }))
    return pageUpTo(items, hasMore ? (items.at(-1)?.id ?? null) : null)
  }

  app.get(
    '/merchants/:merchantId/readers',
    {
      tags: ['Merchants'],
      operationId: 'listMerchantReaders',
      summary: 'List a merchant’s card readers',
      description: 'As the processor has them. Empty for a merchant without a connected account.',
      params: MerchantPath,
      querystring: ListQuery,
      response: { 200: Page(ReaderSchema), ...problemsOfBoth },
    },
    request => list(request, (terminal, ...page) => terminal.listReaders(...page)),
  )

  app.get(
    '/merchants/:merchantId/locations',
    {
      tags: ['Merchants'],
      operationId: 'listMerchantLocations',
      summary: 'List a merchant’s locations of card readers',
      description: 'As the processor lists them; none for a merchant without an account.',
      params: MerchantPath,
      querystring: ListQuery,
      response: { 200: Page(LocationSchema), ...problemsOfBoth },
    },
    request => list(request, (terminal, ...page) => terminal.listLocations(...page)),
  )
}
