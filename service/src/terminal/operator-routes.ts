import { Type } from '@fastify/type-provider-typebox'
import type { App } from '../http/routes.ts'
import { askingProblems } from '../http/schemas.ts'
import { findAccount } from '../merchants/accounts.sql.ts'
import { type ConnectedDeps, processorFor } from '../merchants/connected.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { MerchantPath, ProcessorQuery } from '../merchants/schemas.ts'
import { existing } from '../problems.ts'
import type { Outcome } from '../processors/outcomes.ts'
import { answered } from '../processors/refusal-problem.ts'
import type { Listed, TerminalProcessor } from '../processors/terminal-port.ts'
import { LocationSchema, ReaderSchema } from './schemas.ts'

const everything = { limit: null, startingAfter: null }

const problemsOfBoth = askingProblems('no_connected_account')

export function operatorReaderRoutes(app: App, deps: ConnectedDeps): void {
  const list = async <Item>(
    { params, query }: { params: { merchantId: string }; query: { processor?: string } },
    read: (terminal: TerminalProcessor, accountId: string) => Promise<Outcome<Listed<Item>>>,
  ): Promise<Item[]> => {
    const { merchantId } = existing(await findMerchant(deps.db, params.merchantId), 'merchant')
    const { terminal, name } = await processorFor(deps, merchantId, query.processor)
    const account = await findAccount(deps.db, merchantId, name)
    return account && terminal ? answered(await read(terminal, account.accountId)).items : []
  }

  app.get(
    '/merchants/:merchantId/readers',
    {
      tags: ['Merchants'],
      operationId: 'listMerchantReaders',
      summary: 'List a merchant’s card readers',
      description: 'As the processor has them. Empty for a merchant without a connected account.',
      params: MerchantPath,
      querystring: ProcessorQuery,
      response: {
        200: Type.Array(ReaderSchema, { description: 'The merchant’s readers.' }),
        ...problemsOfBoth,
      },
    },
    request => list(request, (terminal, accountId) => terminal.listReaders(accountId, everything)),
  )

  app.get(
    '/merchants/:merchantId/locations',
    {
      tags: ['Merchants'],
      operationId: 'listMerchantLocations',
      summary: 'List a merchant’s locations of card readers',
      description: 'As the processor lists them; none for a merchant without an account.',
      params: MerchantPath,
      querystring: ProcessorQuery,
      response: {
        200: Type.Array(LocationSchema, { description: 'The merchant’s locations.' }),
        ...problemsOfBoth,
      },
    },
    request => list(request, (terminal, accountId) => terminal.listLocations(accountId, everything)),
  )
}
