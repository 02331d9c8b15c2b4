import { Command } from 'commander'
import { defaultGraceSeconds } from '../../merchants/schemas.ts'
import type { Callback, CreatedMerchant, Failing, IssuedKey, Link, Merchant, TestSent } from '../answers.ts'
import type { Context } from '../context.ts'
import { readSigningSecret } from '../database.ts'
import { at, group, listCommand, showCommand } from '../operator-command.ts'
import { fields, time } from '../output.ts'
import { moveCommand } from './move.ts'

export function merchantCommands(context: Context): Command {
  return group('merchants', 'create, list, onboard and move merchants', [
    showCommand(context, 'create <name>', 'create a merchant and print its API key and signing secret once', {
      call: 'POST /merchants',
      describe,
    }),
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
    listCommand<Failing>(context, 'failing', 'list failing merchants and why they fail, worst first', {
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
      noneAtAll: 'No merchant is failing.',
    }),
    showCommand(context, 'show <merchantId>', 'show a merchant', {
      call: 'GET /merchants/{merchantId}',
      describe,
    }),
    moveCommand(context),
    showCommand<Link>(
      context,
      'link <merchantId>',
      'create a link to the processor’s onboarding page, and an account if there is none',
      {
        call: 'POST /merchants/{merchantId}/onboarding-link',
        async perform(client, call, id, { processor }) {
          // returns the existing account, or creates one
          await client.call('POST', at`/merchants/${id}/account`, { processor })
          return await client.call(...call)
        },
        describe: link =>
          `${describeLink(link)}\n\nThe link works once, until it expires. An expired link leads to the refresh URL, or to a page that asks\nfor a new one: run this command again.`,
      },
    ),
    showCommand(context, 'portal-link <merchantId>', 'create a one-time link to the merchant’s portal', {
      call: 'POST /merchants/{merchantId}/portal-link',
      describe: describeLink,
    }),
  ])
}

const describeLink = ({ url, expiresAt }: Link) => fields({ link: url, expires: time(expiresAt) })

function feeOf({ feeBps, feeFixedCents }: Merchant): string {
  return `${feeBps / 100}%${feeFixedCents > 0 ? ` + ${feeFixedCents} cents` : ''}`
}

function describe(merchant: Merchant | CreatedMerchant): string {
  const { processor, nextProcessor, accounts } = merchant
  const accountLines = accounts.map(one => {
    const status = one.restriction ? `${one.onboardingStatus}: ${one.restriction}` : one.onboardingStatus
    const state = one.disabled ? `${status}, disabled` : status
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
  return `${fields({ ...facts, ...secrets })}\n\nThe key is shown only once: store it now. svcpay callback secret ${merchant.merchantId} prints the secret again.`
}

export function keyCommands(context: Context): Command {
  return group('keys', 'create, rotate and revoke API keys', [
    showCommand(context, 'create <merchantId>', 'create a key and print it once', {
      call: 'POST /merchants/{merchantId}/keys',
      describe: describeKey,
    }),
    showCommand<IssuedKey>(
      context,
      'rotate <merchantId> <keyId>',
      'replace a key; the old one works for another day (for a leaked key: --grace-seconds 0)',
      {
        call: 'POST /merchants/{merchantId}/keys/{keyId}/rotate',
        describe(issued, merchantId, keyId, { graceSeconds = defaultGraceSeconds }) {
          const until = new Date(Date.parse(issued.createdAt) + graceSeconds * 1000).toISOString()
          const stop = `If it has leaked, stop it now: svcpay keys revoke ${merchantId} ${keyId}`
          const old = graceSeconds === 0 ? 'no longer works.' : `works until ${time(until)}. ${stop}`
          return `${describeKey(issued)}\nThe old key ${old}`
        },
      },
    ),
    showCommand(context, 'revoke <merchantId> <keyId>', 'revoke a key immediately', {
      call: 'DELETE /merchants/{merchantId}/keys/{keyId}',
      async perform(client, call, _merchantId, keyId) {
        await client.call(...call)
        return { keyId, revoked: true }
      },
      describe: ({ keyId }) => `Revoked ${keyId}.`,
    }),
  ])
}

function describeKey({ keyId, label, apiKey }: IssuedKey): string {
  return `${fields({ key: keyId, label, 'API key': apiKey })}\n\nThe key is shown only once: store it now.`
}

export function callbackCommands(context: Context): Command {
  return group('callback', 'set and test a merchant’s callback URL', [
    showCommand<Callback>(context, 'set <merchantId> <url>', 'set the callback URL', {
      call: 'PUT /merchants/{merchantId}/callback',
      describe: ({ url, signingSecret }) =>
        fields({ 'callback URL': url, 'signing secret': signingSecret ?? undefined }),
    }),
    showCommand<TestSent>(
      context,
      'test <merchantId>',
      'send a signed test event now; exit code 1 if it does not arrive',
      {
        call: 'POST /merchants/{merchantId}/callback/test',
        describe: ({ delivered, status, error, durationMs }) =>
          `${delivered ? 'Delivered' : 'Failed'}: ${status ?? error} after ${durationMs} ms.`,
        faultIn: ({ delivered }) => (delivered ? null : 'The test event was not delivered.'),
      },
    ),
    new Command('secret')
      .description('print the secret that signs a merchant’s callbacks, read from the database')
      .argument('[merchantId]', 'the merchant (default: the oldest, which is the demo merchant)')
      .action(async (merchantId?: string) => context.print(await readSigningSecret(context, merchantId))),
  ])
}
