import { type Command, InvalidArgumentError, Option } from 'commander'
import { onboardingStatuses } from '../../merchants/onboarding-status.ts'
import type { CreatedMerchant, Failing, Merchant, Reader } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import {
  at,
  fieldsOf,
  group,
  integer,
  operatorCommand,
  pagedCommand,
  show,
  showPage,
} from '../operator-command.ts'
import { type Columns, fields, time } from '../output.ts'
import { moveCommand } from './move.ts'
import { linkCommand, onboardingStatusCommand } from './onboarding.ts'

export function merchantCommands(context: Context): Command {
  const changeState = (action: 'suspend' | 'resume', description: string) =>
    operatorCommand(`${action} <merchantId>`, description).action((id, options) =>
      show(context, options, ['POST', at`/merchants/${id}/${action}`, {}], describe),
    )

  const changeAccount = (action: 'disable' | 'enable', description: string) =>
    operatorCommand(`${action}-account <merchantId>`, description)
      .option('--processor <name>', 'the account there (default: the active one)')
      .action((merchantId, options) => {
        const path = at`/merchants/${merchantId}/account/${action}`
        return show(context, options, ['POST', path, fieldsOf(options)], describe)
      })

  return group('merchants', 'create, list, change and onboard merchants', [
    operatorCommand('create <name>', 'create a merchant and print its API key and signing secret, once')
      .option('--fee-bps <n>', 'platform fee in basis points (100 is 1%)', integer)
      .option('--fee-fixed-cents <n>', 'fixed part of the fee', integer)
      .option('--callback-url <url>', 'where its events go')
      .action((name, options) => {
        const body = { name, ...fieldsOf(options) }
        return show(context, options, ['POST', '/merchants', body], describe)
      }),
    pagedCommand('list', 'list merchants, newest first')
      .option('--search <text>', 'only with this in the name, or with this id')
      .addOption(new Option('--onboarding <status>', 'only this far').choices(onboardingStatuses))
      .option('--suspended', 'only suspended ones')
      .option('--failing', 'only those whose callbacks fail')
      .action(options =>
        showPage<Merchant>(context, options, {
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
      ),
    pagedCommand(
      'failing',
      'list merchants for whom something fails: why, and since when; the worst first',
    ).action(options =>
      showPage<Failing>(context, options, {
        path: '/failing',
        columns: failingColumns,
        none: 'No failing merchants',
        noneAtAll: 'Nothing fails.',
      }),
    ),
    operatorCommand('show <merchantId>', 'show a merchant').action((id, options) =>
      show(context, options, ['GET', at`/merchants/${id}`], describe),
    ),
    operatorCommand('update <merchantId>', 'change a merchant’s name or fee')
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
        if (Object.keys(fieldsOf(options)).length === 0)
          throw new CommandFault('Nothing to change: pass --name, --fee-bps or --fee-fixed-cents.')
        return show(context, options, ['PATCH', at`/merchants/${merchantId}`, change], describe)
      }),
    moveCommand(context),
    changeState('suspend', 'let a merchant’s keys read, but change nothing'),
    changeState('resume', 'end a suspension'),
    changeAccount('disable', 'stop new payments; existing ones continue'),
    changeAccount('enable', 'let a disabled account take new payments again'),
    linkCommand(context, 'link'),
    onboardingStatusCommand(context),
    pagedCommand('readers <merchantId>', 'list a merchant’s card readers').action((id, options) =>
      showPage<Reader>(context, options, {
        path: at`/merchants/${id}/readers`,
        columns: readerColumns,
        none: 'No card readers',
      }),
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
function accountLines(merchant: Merchant | CreatedMerchant): Record<string, string | null> {
  const { accounts, processor, nextProcessor } = merchant
  if (accounts.length < 2) {
    const state = accounts[0]?.disabled ? ' (disabled)' : ''
    const account = merchant.processorAccountId && `${merchant.processorAccountId}${state}`
    return { account, onboarding: merchant.onboardingStatus }
  }
  const lines = accounts.map(({ processor, processorAccountId, onboardingStatus, disabled }) => [
    `at ${processor}`,
    `${processorAccountId} (${onboardingStatus}${disabled ? ', disabled' : ''})`,
  ])
  const active = nextProcessor ? `${processor}, moves to ${nextProcessor}` : processor
  return { processor: active, ...Object.fromEntries(lines) }
}

function describe(merchant: Merchant | CreatedMerchant): string {
  const facts = {
    merchant: merchant.merchantId,
    name: merchant.name,
    fee: feeOf(merchant),
    'callback URL': merchant.callbackUrl,
    ...accountLines(merchant),
    suspended: merchant.suspended ? 'yes' : 'no',
    created: time(merchant.createdAt),
  }
  if (!('apiKey' in merchant)) return fields(facts)
  const secrets = { 'API key': merchant.apiKey, 'signing secret': merchant.callbackSigningSecret }
  return `${fields({ ...facts, ...secrets })}\n\nThe key and the secret are shown only once: store them now.`
}
