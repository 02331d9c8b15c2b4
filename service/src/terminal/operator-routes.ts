import { Type } from '@fastify/type-provider-typebox'
import type { Routes } from '../http/routes.ts'
import { askingProblems } from '../http/schemas.ts'
import { findAccount } from '../merchants/accounts.sql.ts'
import { type ConnectedDeps, processorFor } from '../merchants/connected.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { MerchantPath, ProcessorQuery } from '../merchants/schemas.ts'
import { existing } from '../problems.ts'
import { answered } from '../processors/refusal-problem.ts'
import { LocationSchema, ReaderSchema } from './schemas.ts'

const everything = { limit: null, startingAfter: null }

const problemsOfBoth = askingProblems('not_found', 'no_connected_account')

export function operatorReaderRoutes(deps: ConnectedDeps): Routes {
  const terminalOf = async (merchantId: string, processor: string | undefined) => {
    const merchant = existing(await findMerchant(deps.db, merchantId), 'merchant')
    const { terminal, name } = await processorFor(deps, merchantId, processor)
    const account = await findAccount(deps.db, merchant.merchantId, name)
    return account && terminal ? { terminal, accountId: account.accountId } : null
  }

  return app => {
    app.get(
      '/merchants/:merchantId/readers',
      {
        schema: {
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
      },
      async request => {
        const found = await terminalOf(request.params.merchantId, request.query.processor)
        if (!found) return []
        return answered(await found.terminal.listReaders(found.accountId, everything)).items
      },
    )

    app.get(
      '/merchants/:merchantId/locations',
      {
        schema: {
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
      },
      async request => {
        const found = await terminalOf(request.params.merchantId, request.query.processor)
        if (!found) return []
        return answered(await found.terminal.listLocations(found.accountId, everything)).items
      },
    )
  }
}
