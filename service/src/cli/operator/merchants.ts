import { type Command, InvalidArgumentError, Option } from 'commander'
import { onboardingStatuses } from '../../merchants/onboarding-status.ts'
import type { CreatedMerchant, Failing, Merchant, Reader } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { at, group, integer, operatorCommand, pagedCommand, show, showPage } from '../operator-command.ts'
import { type Columns, fields, tableOf, time } from '../output.ts'
import { moveCommand } from './move.ts'
import { linkCommand, onboardingStatusCommand } from './onboarding.ts'

export function merchantCommands(context: Context): Command {
  const changeState = (action: 'suspend' | 'resume', description: string) =>
    operatorCommand(action, description)
      .argument('<merchantId>')
      .action((merchantId, options) =>
        show(context, options, ['POST', at`/merchants/${merchantId}/${action}`, {}], describe),
      )

  const changeAccount = (action: 'disable' | 'enable', description: string) =>
    operatorCommand(`${action}-account`, description)
      .argument('<merchantId>')
      .option('--processor <name>', 'the account there (default: the active one)')
      .action((merchantId, options) => {
        const path = at`/merchants/${merchantId}/account/${action}`
        return show(context, options, ['POST', path, { processor: options.processor }], describe)
      })

  return group('merchants', 'create, list, change and onboard merchants', [
    operatorCommand('create', 'create a merchant and print its API key and signing secret, once')
      .argument('<name>')
      .option('--fee-bps <n>', 'platform fee in basis points (100 is 1%)', integer)
      .option('--fee-fixed-cents <n>', 'fixed part of the fee', integer)
      .option('--callback-url <url>', 'where its events go')
      .action((name, options) => {
        const { feeBps, feeFixedCents, callbackUrl } = options
        const body = { name, feeBps, feeFixedCents, callbackUrl }
        return show(context, options, ['POST', '/merchants', body], describe)
      }),
    pagedCommand('list', 'list merchants, newest first')
      .option('--search <text>', 'only with this in the name, or with this id')
      .addOption(new Option('--onboarding <status>', 'only this far').choices(onboardingStatuses))
      .option('--suspended', 'only suspended ones')
      .option('--failing', 'only those whose callbacks fail')
      .action(({ search, onboarding, suspended, failing, ...options }) =>
        showPage<Merchant>(context, options, {
          path: '/merchants',
          filter: { search, onboarding, suspended, failing },
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
      ),
    operatorCommand(
      'failing',
      'list merchants for whom something fails: why, and since when; the worst first',
    ).action(options =>
      show<{ data: Failing[] }>(context, options, ['GET', '/failing'], ({ data }) =>
        data.length === 0 ? 'Nothing fails.' : tableOf(failingColumns, data),
      ),
    ),
    operatorCommand('show', 'show a merchant')
      .argument('<merchantId>')
      .action((merchantId, options) =>
        show(context, options, ['GET', at`/merchants/${merchantId}`], describe),
      ),
    operatorCommand('update', 'change a merchant’s name or fee')
      .argument('<merchantId>')
      .option('--name <name>', 'a new name')
      .option(
        '--fee-bps <n|default>',
        'platform fee in basis points, or the platform’s default',
        ownOrDefault,
      )
      .option(
        '--fee-fixed-cents <n|default>',
        'fixed part of the fee, or the platform’s default',
        ownOrDefault,
      )
      .action((merchantId, options) => {
        const { name, feeBps, feeFixedCents } = options
        const change = { name, feeBps: feeSent(feeBps), feeFixedCents: feeSent(feeFixedCents) }
        if (Object.values(change).every(value => value === undefined)) {
          throw new CommandFault('Nothing to change: pass --name, --fee-bps or --fee-fixed-cents.')
        }
        return show(context, options, ['PATCH', at`/merchants/${merchantId}`, change], describe)
      }),
    moveCommand(context),
    changeState('suspend', 'let a merchant’s keys read, but change nothing'),
    changeState('resume', 'end a suspension'),
    changeAccount('disable', 'let an account take no new payments; those it has go on'),
    changeAccount('enable', 'let a disabled account take new payments again'),
    linkCommand(context, 'link'),
    onboardingStatusCommand(context),
    operatorCommand('readers', 'list a merchant’s card readers')
      .argument('<merchantId>')
      .action((merchantId, options) =>
        show<Reader[]>(context, options, ['GET', at`/merchants/${merchantId}/readers`], readers =>
          readers.length === 0 ? 'No card readers yet.' : tableOf(readerColumns, readers),
        ),
      ),
    // the link command’s former name still works
  ]).addCommand(linkCommand(context, 'onboarding-link'), { hidden: true })
}

const failingColumns: Columns<Failing> = {
  MERCHANT: f => f.merchantId,
  NAME: f => f.name,
  FAILS: f => f.problem,
  COUNT: f => f.count,
  SINCE: f => time(f.since),
  WHY: f => f.reason,
}

const readerColumns: Columns<Reader> = {
  READER: r => r.id,
  LABEL: r => r.label,
  DEVICE: r => r.deviceType,
  STATUS: r => r.status,
  LOCATION: r => r.locationId,
}

/** Commander knows no null: the word is put in its place when the change is sent. */
function ownOrDefault(text: string): number | 'default' {
  if (text === 'default') return text
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number, or default.')
  return Number(text)
}

function feeSent(fee: number | 'default' | undefined): number | null | undefined {
  return fee === 'default' ? null : fee
}

function feeOf({ feeBps, feeFixedCents }: Merchant): string {
  return `${feeBps / 100}%${feeFixedCents > 0 ? ` + ${feeFixedCents} cents` : ''}`
}

/** A line for each account, where there are several. */
function accountLines(merchant: Merchant | CreatedMerchant): [string, string | null][] {
  const { accounts, processor, nextProcessor } = merchant
  if (accounts.length < 2) {
    const state = accounts[0]?.disabled ? ' (disabled)' : ''
    const account = merchant.processorAccountId && `${merchant.processorAccountId}${state}`
    return [
      ['account', account],
      ['onboarding', merchant.onboardingStatus],
    ]
  }
  return [
    ['processor', nextProcessor ? `${processor}, moves to ${nextProcessor}` : processor],
    ...accounts.map(({ processor, processorAccountId, onboardingStatus, disabled }): [string, string] => [
      `at ${processor}`,
      `${processorAccountId} (${onboardingStatus}${disabled ? ', disabled' : ''})`,
    ]),
  ]
}

function describe(merchant: Merchant | CreatedMerchant): string {
  const lines: [string, string | null][] = [
    ['merchant', merchant.merchantId],
    ['name', merchant.name],
    ['fee', feeOf(merchant)],
    ['callback URL', merchant.callbackUrl],
    ...accountLines(merchant),
    ['suspended', merchant.suspended ? 'yes' : 'no'],
    ['created', time(merchant.createdAt)],
  ]
  if (!('apiKey' in merchant)) return fields(lines)
  lines.push(['API key', merchant.apiKey], ['signing secret', merchant.callbackSigningSecret])
  return `${fields(lines)}\n\nThe key and the secret are shown only once: store them now.`
}
