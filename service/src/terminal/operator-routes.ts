import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import { Line, problemResponses } from '../http/schemas.ts'
import { findAccount } from '../merchants/accounts.sql.ts'
import { type ConnectedDeps, currentProcessor } from '../merchants/connected.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { problems } from '../problems.ts'
import { answered } from '../processors/refusal-problem.ts'
import { ReaderSchema } from './schemas.ts'

const everything = { limit: null, startingAfter: null }

export function operatorReaderRoutes(deps: ConnectedDeps): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(
      '/merchants/:merchantId/readers',
      {
        schema: {
          tags: ['Merchants'],
          operationId: 'listMerchantReaders',
          summary: 'List a merchant’s card readers',
          description: 'As the processor has them. Empty for a merchant without a connected account.',
          params: Type.Object({ merchantId: Line(64) }),
          response: {
            200: Type.Array(ReaderSchema),
            ...problemResponses('not_found', 'no_connected_account', 'processor_error', 'outcome_unknown'),
          },
        },
      },
      async request => {
        const merchant = await findMerchant(deps.db, request.params.merchantId)
        if (!merchant) throw problems.notFound('merchant')
        const { terminal, name } = currentProcessor(deps)
        const account = await findAccount(deps.db, merchant.merchantId, name)
        if (!account || !terminal) return []
        return answered(await terminal.listReaders(account.accountId, everything)).items
      },
    )
  }
}
