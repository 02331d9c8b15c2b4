import type { Command } from 'commander'
import type { Onboarding, OnboardingLink } from '../answers.ts'
import type { Context } from '../context.ts'
import { at, operatorCommand, show } from '../operator-command.ts'
import { fields, time } from '../output.ts'

export function linkCommand(context: Context, name: string): Command {
  const description = 'create a link to the processor’s onboarding page, and the account if there is none'
  return operatorCommand(`${name} <merchantId>`, description)
    .option('--processor <name>', 'where (default: the merchant’s active one)')
    .option('--return-url <url>', 'where the merchant goes when done (default: SVC_PUBLIC_URL)')
    .option(
      '--refresh-url <url>',
      'where the merchant goes when the link has expired (default: the return URL)',
    )
    .action((merchantId, options) => {
      const { returnUrl, refreshUrl, processor } = options
      return show(
        context,
        options,
        async client => {
          // answers with the account there is, or creates it
          await client.call('POST', at`/merchants/${merchantId}/account`, { processor })
          const path = at`/merchants/${merchantId}/onboarding-link`
          return await client.call<OnboardingLink>('POST', path, { returnUrl, refreshUrl, processor })
        },
        ({ url, expiresAt }) => fields({ link: url, expires: time(expiresAt) }),
      )
    })
}

export function onboardingStatusCommand(context: Context): Command {
  return operatorCommand('status <merchantId>', 'show how far a merchant’s onboarding is').action(
    (id, options) => show(context, options, ['GET', at`/merchants/${id}/onboarding`], describe),
  )
}

function describe(onboarding: Onboarding): string {
  return fields({
    account: onboarding.processorAccountId,
    onboarding: onboarding.onboardingStatus,
    charges: onboarding.chargesEnabled ? 'enabled' : 'off',
    payouts: onboarding.payoutsEnabled ? 'enabled' : 'off',
    'still needed': onboarding.requirements ?? 'nothing',
  })
}
