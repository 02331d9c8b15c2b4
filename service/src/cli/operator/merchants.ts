import type { Command } from 'commander'
import type { CreatedMerchant, Failing, Link, Merchant } from '../answers.ts'
import type { Context } from '../context.ts'
import { at, callCommand, fieldsOf, group, listCommand, operatorCommand, show } from '../operator-command.ts'
import { fields, time } from '../output.ts'
import { moveCommand } from './move.ts'

export function merchantCommands(context: Context): Command {
  return group('merchants', 'create, list, onboard and move merchants', [
    callCommand(
      'create <name>',
      'create a merchant and print its API key and signing secret once',
      'POST /merchants',
    ).action((name, options) =>
      show(context, options, ['POST', '/merchants', { name, ...fieldsOf(options) }], describe),
    ),
    listCommand<Merchant>(context, 'list', 'list merchants, newest first', {
      path: '/merchants',
      columns: {
        MERCHANT: m => m.merchantId,
        NAME: m => m.name,
        FEE: feeOf,
        ONBOARDING: m => m.onboardingStatus,
        SUSPENDED: m => (m.suspended ? 'yes' : 'no'),
        'CALLBACK URL': m => m.callbackUrl,
        CREATED: m => time(m.createdAt),
      },
      none: 'No merchants',
    }),
    listCommand<Failing>(
      context,
      'failing',
      'list merchants with failures, why and since when, worst first',
      {
        path: '/failing',
        columns: {
          MERCHANT: f => f.merchantId,
          NAME: f => f.name,
          FAILS: f => f.problem,
          COUNT: f => f.count,
          SINCE: f => time(f.since),
          WHY: f => f.reason,
        },
        none: 'No failing merchants',
        noneAtAll: 'Nothing fails.',
      },
    ),
    operatorCommand('show <merchantId>', 'show a merchant').action((id, options) =>
      show(context, options, ['GET', at`/merchants/${id}`], describe),
    ),
    moveCommand(context),
    callCommand(
      'link <merchantId>',
      'create a link to the processor’s onboarding page, and an account if there is none',
      'POST /merchants/{merchantId}/onboarding-link',
    ).action((id, options) =>
      show(
        context,
        options,
        async client => {
          const { processor } = options
          // returns the existing account, or creates one
          await client.call('POST', at`/merchants/${id}/account`, { processor })
          return await client.call<Link>('POST', at`/merchants/${id}/onboarding-link`, fieldsOf(options))
        },
        link =>
          `${describeLink(link)}\n\nIt works once, before it expires. An expired link leads to the refresh URL, or to a page that asks\nfor a new one: run this command again.`,
      ),
    ),
    operatorCommand(
      'portal-link <merchantId>',
      'create a link to the merchant’s own pages, for one use',
    ).action((id, options) =>
      show(context, options, ['POST', at`/merchants/${id}/portal-link`, {}], describeLink),
    ),
  ])
}

const describeLink = ({ url, expiresAt }: Link) => fields({ link: url, expires: time(expiresAt) })

function feeOf({ feeBps, feeFixedCents }: Merchant): string {
  return `${feeBps / 100}%${feeFixedCents > 0 ? ` + ${feeFixedCents} cents` : ''}`
}

function describe(merchant: Merchant | CreatedMerchant): string {
  const { processor, nextProcessor, accounts } = merchant
  const accountLines = accounts.map(one => {
    const state = one.disabled ? `${one.onboardingStatus}, disabled` : one.onboardingStatus
    return [`at ${one.processor}`, `${one.processorAccountId} (${state})`]
  })
  const facts = {
    merchant: merchant.merchantId,
    name: merchant.name,
    fee: feeOf(merchant),
    'callback URL': merchant.callbackUrl,
    processor: nextProcessor ? `${processor}, moves to ${nextProcessor}` : processor,
    onboarding: merchant.onboardingStatus,
    ...Object.fromEntries(accountLines),
    suspended: merchant.suspended ? 'yes' : 'no',
    created: time(merchant.createdAt),
  }
  if (!('apiKey' in merchant)) return fields(facts)
  const secrets = { 'API key': merchant.apiKey, 'signing secret': merchant.callbackSigningSecret }
  return `${fields({ ...facts, ...secrets })}\n\nThe key and the secret are shown only once: store them now.`
}
