import type { Routes } from '../http/routes.ts'
import { problemResponses } from '../http/schemas.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { merchantReader, type ReadMerchantDeps } from '../merchants/present-merchant.ts'
import { MerchantPath, MerchantSchema, MoveBody } from '../merchants/schemas.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { existing } from '../problems.ts'
import { type MoveDeps, moveMerchant } from './move-merchant.ts'

export function moveRoutes(deps: MoveDeps & ReadMerchantDeps): Routes {
  const read = merchantReader(deps)
  return app => {
    app.post(
      '/merchants/:merchantId/processor',
      {
        schema: {
          tags: ['Merchants'],
          operationId: 'moveMerchant',
          summary: 'Move a merchant to another processor',
          description:
            'New payments, onboarding and readers go to its account there, at once or as soon as it can take payments. Existing payments stay with the processor they were made with. To take back a move that waits, name the processor that the merchant is at.',
          params: MerchantPath,
          body: MoveBody,
          response: {
            200: MerchantSchema,
            ...problemResponses(
              'invalid_request',
              'not_found',
              'invalid_state',
              'processor_error',
              'outcome_unknown',
            ),
          },
        },
      },
      async request => {
        const { processor, when = 'now' } = request.body
        const { merchantId } = existing(await findMerchant(deps.db, request.params.merchantId), 'merchant')
        await moveMerchant(deps, actorOf(request), merchantId, { processor, when })
        return await read(merchantId)
      },
    )
  }
}
