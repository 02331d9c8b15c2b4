import type { App } from '../http/routes.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { type DisableDeps, disableAccount } from './disable-account.ts'
import { merchantReader, type ReadMerchantDeps } from './present-merchant.ts'
import { AccountChoiceBody, MerchantPath, MerchantSchema } from './schemas.ts'

export function accountRoutes(app: App, deps: DisableDeps & ReadMerchantDeps): void {
  const read = merchantReader(deps)

  const change = (
    action: 'disable' | 'enable',
    described: { operationId: string; summary: string; description: string },
  ) =>
    app.post(
      `/merchants/:merchantId/account/${action}`,
      {
        tags: ['Merchants'],
        ...described,
        params: MerchantPath,
        body: AccountChoiceBody,
        response: { 200: MerchantSchema },
      },
      async request => {
        const { merchantId } = request.params
        const { processor } = request.body
        await disableAccount(deps, actorOf(request), merchantId, {
          processor,
          disabled: action === 'disable',
        })
        return await read(merchantId)
      },
    )

  change('disable', {
    operationId: 'disableMerchantAccount',
    summary: 'Disable a merchant’s account',
    description:
      'The account takes no new payments: creating one answers `account_disabled`. Captures, refunds, webhooks and callbacks of existing payments go on.',
  })
  change('enable', {
    operationId: 'enableMerchantAccount',
    summary: 'Enable a disabled account',
    description: 'It takes new payments again at once. One that is not disabled stays as it is.',
  })
}
