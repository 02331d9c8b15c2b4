import type { Command } from 'commander'
import { accessOf } from '../access.ts'
import type { Onboarding, OnboardingLink } from '../answers.ts'
import type { Context } from '../context.ts'
import { operatorCommand, show } from '../operator-command.ts'
import { fields, time } from '../output.ts'

/** What it takes to let a merchant in: an account at the processor, a link to its pages, and a look at the result. */
export function onboardingCommands(context: Context): { commands: Command[]; former: Command } {
  const link = (name: string) =>
    operatorCommand(
      name,
      'create a link to the processor’s onboarding page, and the account if there is none',
    )
      .argument('<merchantId>')
      .option('--return-url <url>', 'where the merchant goes when done')
      .option('--refresh-url <url>', 'where the merchant goes when the link has expired')
      .action(async (merchantId: string, { returnUrl, refreshUrl, ...options }) => {
        const { apiUrl } = accessOf(context)
        const done = returnUrl ?? `${apiUrl}/`
        const body = { returnUrl: done, refreshUrl: refreshUrl ?? done }
        const merchant = `/merchants/${encodeURIComponent(merchantId)}`
        await show(
          context,
          options,
          async client => {
            // answers with the account there is, or creates it
            await client.call('POST', `${merchant}/account`, {})
            return await client.call<OnboardingLink>('POST', `${merchant}/onboarding-link`, body)
          },
          ({ url, expiresAt }) =>
            fields([
              ['link', url],
              ['expires', time(expiresAt)],
            ]),
        )
      })

  const status = operatorCommand('status', 'show how far a merchant’s onboarding is')
    .argument('<merchantId>')
    .action(async (merchantId: string, options) => {
      const path = `/merchants/${encodeURIComponent(merchantId)}/onboarding`
      await show(context, options, client => client.call<Onboarding>('GET', path), describe)
    })
  return { commands: [link('link'), status], former: link('onboarding-link') }
}

function describe(onboarding: Onboarding): string {
  return fields([
    ['account', onboarding.processorAccountId],
    ['onboarding', onboarding.onboardingStatus],
    ['charges', onboarding.chargesEnabled ? 'enabled' : 'off'],
    ['payouts', onboarding.payoutsEnabled ? 'enabled' : 'off'],
    ['still needed', onboarding.requirements ?? 'nothing'],
  ])
}
