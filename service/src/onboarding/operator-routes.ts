import { originOf } from '../http/caller/same-origin.ts'
import type { App } from '../http/routes.ts'
import { actingProblems, askingProblems } from '../http/schemas.ts'
import { findAccount } from '../merchants/accounts.sql.ts'
import { findActiveProcessor } from '../merchants/active-processor.sql.ts'
import type { Authenticator } from '../merchants/authenticate.ts'
import { processorFor } from '../merchants/connected.ts'
import { merchantById } from '../merchants/merchants.sql.ts'
import { presentOnboardingInWords } from '../merchants/onboarding-status.ts'
import { type ReadMerchantDeps, readMerchant } from '../merchants/present-merchant.ts'
import { MerchantPath, MerchantSchema, MoveBody } from '../merchants/schemas.ts'
import { recordAlone } from '../operators/audit-log.sql.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { problems } from '../problems.ts'
import { answered } from '../processors/refusal-problem.ts'
import { ensureAccount, type OnboardingDeps } from './account.ts'
import { obstacleAt, switchProcessor } from './move-merchant.ts'
import { AccountThereBody, LinkSchema, LinkThereBody, OnboardingInWordsSchema } from './schemas.ts'

interface OperatorOnboardingDeps extends OnboardingDeps, Pick<ReadMerchantDeps, 'defaultFees'> {
  authenticator: Pick<Authenticator, 'forget'>
  publicUrl: string | null
}

const draining = (name: string) =>
  problems.invalidState(`The processor "${name}" is draining: it takes no new payments.`)

export function operatorOnboardingRoutes(app: App, deps: OperatorOnboardingDeps): void {
  app.post('/merchants/:merchantId/account', {
    operationId: 'createMerchantAccount',
    summary: 'Create a merchant’s connected account',
    description: 'If there is one already, it is returned.',
    params: MerchantPath,
    body: AccountThereBody,
    response: { 200: OnboardingInWordsSchema, ...actingProblems() },
    handler: async request => {
      const { merchantId } = await merchantById(deps.db, request.params.merchantId)
      const { processor, ...input } = request.body
      const { name, isDraining } = await processorFor(deps, merchantId, processor)
      if (isDraining) throw draining(name)
      const account = await ensureAccount(deps, merchantId, input, name)
      const detail = { accountId: account.accountId, processor: account.processor }
      await recordAlone(deps, actorOf(request), { action: 'merchant.account', merchantId, detail })
      return presentOnboardingInWords(account)
    },
  })

  app.post('/merchants/:merchantId/onboarding-link', {
    operationId: 'createMerchantOnboardingLink',
    summary: 'Create an onboarding link for a merchant',
    description:
      'Returns a link to the processor’s onboarding form. It works once and for a few minutes, until `expiresAt`: create it when the merchant is ready to open it. An expired link leads to `refreshUrl`; create a new one from there.',
    params: MerchantPath,
    body: LinkThereBody,
    response: { 200: LinkSchema, ...askingProblems('no_connected_account') },
    handler: async request => {
      const { merchantId } = await merchantById(deps.db, request.params.merchantId)
      // the page resumes a portal session, and explains what to do if there is none
      const portal = `${deps.publicUrl ?? originOf(request)}/console/portal?onboarding=`
      const { processor: name, returnUrl = `${portal}done`, ...given } = request.body
      const refreshUrl = given.refreshUrl ?? request.body.returnUrl ?? `${portal}expired`
      const processor = await processorFor(deps, merchantId, name)
      const account = await findAccount(deps.db, merchantId, processor.name)
      if (!account) throw problems.noConnectedAccount()
      const { accountId } = account
      const link = answered(await processor.createAccountLink({ accountId, returnUrl, refreshUrl }))
      await recordAlone(deps, actorOf(request), { action: 'merchant.onboarding-link', merchantId })
      return link
    },
  })

  app.post('/merchants/:merchantId/processor', {
    operationId: 'moveMerchant',
    summary: 'Move a merchant to another processor',
    description:
      'New payments, onboarding and readers use its account there, at once or as soon as that account can take payments. Existing payments stay with their processor. To cancel a pending move, name the merchant’s current processor.',
    params: MerchantPath,
    body: MoveBody,
    response: { 200: MerchantSchema, ...askingProblems('invalid_state') },
    handler: async request => {
      const { merchantId } = await merchantById(deps.db, request.params.merchantId)
      const { processor: name, when = 'now' } = request.body
      const { name: to, isDraining } = await processorFor(deps, merchantId, name)
      const isStaying = to === (await findActiveProcessor(deps.db, merchantId, deps))
      if (isDraining && !isStaying) throw draining(to)
      const obstacle = isStaying ? null : await obstacleAt(deps, merchantId, to)
      if (obstacle && when === 'now') throw obstacle
      await switchProcessor(deps, actorOf(request), merchantId, { to, isWaiting: obstacle !== null })
      deps.authenticator.forget(identity => identity.merchantId === merchantId)
      return await readMerchant(deps, merchantId)
    },
  })
}
