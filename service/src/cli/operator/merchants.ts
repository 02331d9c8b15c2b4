import { Command, InvalidArgumentError } from 'commander'
import type { CreatedMerchant, Merchant, Reader } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { integer, operatorCommand, pagedCommand, show, showPage } from '../operator-command.ts'
import { fields, table, time } from '../output.ts'
import { onboardingCommands } from './onboarding.ts'

const merchantAt = (merchantId: string, rest = '') => `/merchants/${encodeURIComponent(merchantId)}${rest}`

export function merchantCommands(context: Context): Command {
  const merchants = new Command('merchants').description('create, list, change and onboard merchants')

  merchants.addCommand(
    operatorCommand('create', 'create a merchant and print its API key and signing secret, once')
      .argument('<name>')
      .option('--fee-bps <n>', 'platform fee in basis points (100 is 1%)', integer)
      .option('--fee-fixed-cents <n>', 'fixed part of the fee', integer)
      .option('--callback-url <url>', 'where its events go')
      .action(async (name, { feeBps, feeFixedCents, callbackUrl, ...options }) => {
        const body = { name, feeBps, feeFixedCents, callbackUrl }
        await show(
          context,
          options,
          client => client.call<CreatedMerchant>('POST', '/merchants', body),
          describe,
        )
      }),
  )

  merchants.addCommand(
    pagedCommand('list', 'list merchants, newest first').action(async options =>
      showPage<Merchant>(context, options, {
        path: '/merchants',
        header: ['MERCHANT', 'NAME', 'FEE', 'ONBOARDING', 'SUSPENDED', 'CALLBACK URL', 'CREATED'],
        row: m => [
          m.merchantId,
          m.name,
          feeOf(m),
          m.onboardingStatus,
          m.suspended ? 'yes' : 'no',
          m.callbackUrl,
          time(m.createdAt),
        ],
        none: 'No merchants',
      }),
    ),
  )

  merchants.addCommand(
    operatorCommand('show', 'show a merchant')
      .argument('<merchantId>')
      .action(async (merchantId, options) => {
        await show(context, options, client => client.call<Merchant>('GET', merchantAt(merchantId)), describe)
      }),
  )

  merchants.addCommand(
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
      .action(async (merchantId, { name, feeBps, feeFixedCents, ...options }) => {
        const change = { name, feeBps: feeSent(feeBps), feeFixedCents: feeSent(feeFixedCents) }
        if (Object.values(change).every(value => value === undefined)) {
          throw new CommandFault('Nothing to change: pass --name, --fee-bps or --fee-fixed-cents.')
        }
        await show(
          context,
          options,
          client => client.call<Merchant>('PATCH', merchantAt(merchantId), change),
          describe,
        )
      }),
  )

  const changeState = (action: 'suspend' | 'resume', description: string) =>
    operatorCommand(action, description)
      .argument('<merchantId>')
      .action(async (merchantId, options) => {
        await show(
          context,
          options,
          client => client.call<Merchant>('POST', merchantAt(merchantId, `/${action}`), {}),
          describe,
        )
      })
  merchants.addCommand(changeState('suspend', 'let a merchant’s keys read, but change nothing'))
  merchants.addCommand(changeState('resume', 'end a suspension'))
  const { commands, former } = onboardingCommands(context)
  for (const command of commands) merchants.addCommand(command)
  // an earlier name goes on working
  merchants.addCommand(former, { hidden: true })

  merchants.addCommand(
    operatorCommand('readers', 'list a merchant’s card readers')
      .argument('<merchantId>')
      .action(async (merchantId, options) => {
        await show(
          context,
          options,
          client => client.call<Reader[]>('GET', merchantAt(merchantId, '/readers')),
          readers => {
            const rows = readers.map(r => [r.id, r.label, r.deviceType, r.status, r.locationId])
            if (rows.length === 0) return 'No card readers yet.'
            return table(['READER', 'LABEL', 'DEVICE', 'STATUS', 'LOCATION'], rows)
          },
        )
      }),
  )
  return merchants
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

function describe(merchant: Merchant | CreatedMerchant): string {
  const lines: [string, string | null][] = [
    ['merchant', merchant.merchantId],
    ['name', merchant.name],
    ['fee', feeOf(merchant)],
    ['callback URL', merchant.callbackUrl],
    ['account', merchant.processorAccountId],
    ['onboarding', merchant.onboardingStatus],
    ['suspended', merchant.suspended ? 'yes' : 'no'],
    ['created', time(merchant.createdAt)],
  ]
  if (!('apiKey' in merchant)) return fields(lines)
  lines.push(['API key', merchant.apiKey], ['signing secret', merchant.callbackSigningSecret])
  return `${fields(lines)}\n\nThe key and the secret are shown only once: store them now.`
}
