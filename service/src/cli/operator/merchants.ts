import { Command, InvalidArgumentError } from 'commander'
import type { CreatedMerchant, Merchant, OnboardingLink, Page, Reader } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { createOperatorClient } from '../operator-client.ts'
import { integer, operatorCommand, pagedCommand, printPage, query } from '../operator-command.ts'
import { fields, table } from '../output.ts'

export function merchantCommands(context: Context): Command {
  const merchants = new Command('merchants').description('create, list and change merchants')

  merchants.addCommand(
    operatorCommand('create', 'create a merchant; prints its API key and signing secret, once')
      .argument('<name>')
      .option('--fee-bps <n>', 'platform fee in basis points', integer)
      .option('--fee-fixed-cents <n>', 'fixed part of the fee', integer)
      .option('--callback-url <url>', 'where its events go')
      .action(async (name, { json, url, token, ...rest }) => {
        const created = await createOperatorClient(context, { url, token }).call<CreatedMerchant>(
          'POST',
          '/merchants',
          {
            name,
            ...rest,
          },
        )
        context.print(json ? JSON.stringify(created, null, 2) : describe(created))
      }),
  )

  merchants.addCommand(
    pagedCommand('list', 'list merchants, newest first').action(
      async ({ json, url, token, limit, cursor }) => {
        const client = createOperatorClient(context, { url, token })
        const page = await client.call<Page<Merchant>>('GET', `/merchants${query({ limit, cursor })}`)
        if (json) return context.print(JSON.stringify(page, null, 2))
        const rows = page.data.map(m => [
          m.merchantId,
          m.name,
          m.feeBps,
          m.feeFixedCents,
          m.onboardingStatus,
          m.callbackUrl,
        ])
        printPage(
          context,
          table(['MERCHANT', 'NAME', 'BPS', 'FIXED', 'ONBOARDING', 'CALLBACK'], rows),
          page.nextCursor,
        )
      },
    ),
  )

  merchants.addCommand(
    operatorCommand('show', 'show a merchant')
      .argument('<merchantId>')
      .action(async (merchantId, { json, url, token }) => {
        const merchant = await createOperatorClient(context, { url, token }).call<Merchant>(
          'GET',
          `/merchants/${encodeURIComponent(merchantId)}`,
        )
        context.print(json ? JSON.stringify(merchant, null, 2) : describe(merchant))
      }),
  )

  merchants.addCommand(
    operatorCommand('update', 'change a merchant’s name or fee policy')
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
      .action(async (merchantId, { json, url, token, name, feeBps, feeFixedCents }) => {
        const change = { name, feeBps: feeSent(feeBps), feeFixedCents: feeSent(feeFixedCents) }
        if (Object.values(change).every(value => value === undefined)) {
          throw new CommandFault('Say what to change: --name, --fee-bps or --fee-fixed-cents.')
        }
        const path = `/merchants/${encodeURIComponent(merchantId)}`
        const merchant = await createOperatorClient(context, { url, token }).call<Merchant>(
          'PATCH',
          path,
          change,
        )
        context.print(json ? JSON.stringify(merchant, null, 2) : describe(merchant))
      }),
  )
  const changeState = (action: 'suspend' | 'resume', description: string) =>
    operatorCommand(action, description)
      .argument('<merchantId>')
      .action(async (merchantId, { json, url, token }) => {
        const path = `/merchants/${encodeURIComponent(merchantId)}/${action}`
        const merchant = await createOperatorClient(context, { url, token }).call<Merchant>('POST', path, {})
        context.print(json ? JSON.stringify(merchant, null, 2) : describe(merchant))
      })
  merchants.addCommand(changeState('suspend', 'let a merchant’s keys read, but not change anything'))
  merchants.addCommand(changeState('resume', 'let a suspended merchant go on'))

  merchants.addCommand(
    operatorCommand('onboarding-link', 'make a link to the processor’s onboarding page')
      .argument('<merchantId>')
      .requiredOption('--return-url <url>', 'where the merchant goes when done')
      .requiredOption('--refresh-url <url>', 'where the merchant goes when the link has expired')
      .action(async (merchantId, { json, url, token, returnUrl, refreshUrl }) => {
        const path = `/merchants/${encodeURIComponent(merchantId)}/onboarding-link`
        const client = createOperatorClient(context, { url, token })
        const link = await client.call<OnboardingLink>('POST', path, {
          returnUrl,
          refreshUrl,
        })
        context.print(
          json
            ? JSON.stringify(link, null, 2)
            : fields([
                ['link', link.url],
                ['expires', link.expiresAt],
              ]),
        )
      }),
  )

  merchants.addCommand(
    operatorCommand('readers', 'list a merchant’s card readers')
      .argument('<merchantId>')
      .action(async (merchantId, { json, url, token }) => {
        const path = `/merchants/${encodeURIComponent(merchantId)}/readers`
        const readers = await createOperatorClient(context, { url, token }).call<Reader[]>('GET', path)
        if (json) return context.print(JSON.stringify(readers, null, 2))
        const rows = readers.map(r => [r.id, r.label, r.deviceType, r.status, r.locationId])
        context.print(table(['READER', 'LABEL', 'DEVICE', 'STATUS', 'LOCATION'], rows))
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

function describe(merchant: Merchant | CreatedMerchant): string {
  const lines: [string, string | number | null][] = [
    ['merchant', merchant.merchantId],
    ['name', merchant.name],
    ['fee', `${merchant.feeBps} bps + ${merchant.feeFixedCents} cents`],
    ['callback URL', merchant.callbackUrl],
    ['account', merchant.processorAccountId],
    ['onboarding', merchant.onboardingStatus],
    ['suspended', merchant.suspended ? 'yes' : 'no'],
    ['created', merchant.createdAt],
  ]
  if (!('apiKey' in merchant)) return fields(lines)
  lines.push(['API key', merchant.apiKey], ['signing secret', merchant.callbackSigningSecret])
  return `${fields(lines)}\n\nThe key and the secret are shown this once: keep them now.`
}
