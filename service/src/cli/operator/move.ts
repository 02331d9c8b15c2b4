import type { Command } from 'commander'
import type { Merchant, Reader, Stats } from '../answers.ts'
import { CommandFault, type Context, isStoppedWithin } from '../context.ts'
import { createOperatorClient, type OperatorClient } from '../operator-client.ts'
import {
  at,
  type CommonOptions,
  everyItem,
  integer,
  operatorCommand,
  query,
  show,
} from '../operator-command.ts'
import { counted, fields } from '../output.ts'

interface MoveOptions extends CommonOptions {
  to: string
  whenEnabled?: boolean
  all?: boolean
  percent?: number
  pause?: number
}

export function moveCommand(context: Context): Command {
  return operatorCommand(
    'move [merchantId]',
    'move a merchant’s new payments, onboarding and readers to another processor',
  )
    .requiredOption('--to <processor>', 'target processor; the current one cancels a pending move')
    .option('--when-enabled', 'move as soon as its account there can take payments')
    .option('--all', 'move all merchants that can take payments there, in waves')
    .option('--percent <n>', 'size of a wave, in percent of all merchants (default: 5)', integer)
    .option('--pause <seconds>', 'how long to watch payments after each wave (default: 600)', integer)
    .action(async (merchantId: string | undefined, options: MoveOptions) => {
      if ((merchantId === undefined) !== (options.all ?? false))
        throw new CommandFault('Name one merchant, or pass --all.')
      if (merchantId === undefined) return await moveAll(context, options)
      await show(context, options, client => moveOne(client, merchantId, options), described)
    })
}

function move(client: OperatorClient, merchantId: string, { to, whenEnabled }: MoveOptions) {
  const body = { processor: to, when: whenEnabled ? 'enabled' : 'now' }
  return client.call<Merchant>('POST', at`/merchants/${merchantId}/processor`, body)
}

async function moveOne(client: OperatorClient, merchantId: string, options: MoveOptions) {
  const before = await client.call<Merchant>('GET', at`/merchants/${merchantId}`)
  const merchant = await move(client, merchantId, options)
  const readersAt = async (name: string) =>
    (await everyItem<Reader>(client, at`/merchants/${merchantId}/readers`, { processor: name })).length
  const isMoved = merchant.processor !== before.processor
  const readersLeft =
    isMoved && (await readersAt(merchant.processor)) === 0 ? await readersAt(before.processor) : 0
  return { ...merchant, readersLeft }
}

function described({ processor, readersLeft, ...moved }: Merchant & { readersLeft: number }): string {
  const text = fields({
    merchant: moved.merchantId,
    name: moved.name,
    processor,
    account: moved.processorAccountId,
    'moves to': moved.nextProcessor ?? 'stays',
  })
  if (readersLeft === 0) return text
  return `${text}\n\n${counted(readersLeft, 'card reader')} must be registered again: ${processor} has none.`
}

/** How far the success rate may fall before the command stops moving merchants. */
const maxFall = 0.05
const minPayments = 20
const dayMs = 86_400_000

async function moveAll(context: Context, options: MoveOptions): Promise<void> {
  const client = createOperatorClient(context, options)
  const { to, percent = 5, pause: pauseSeconds = 600, whenEnabled = false } = options
  if (percent < 1 || percent > 100) throw new CommandFault('--percent must be from 1 to 100.')
  const merchants = await everyItem<Merchant>(client, '/merchants')
  const isReady = ({ accounts }: Merchant) =>
    accounts.some(
      one =>
        one.processor === to && !one.disabled && ['enabled', 'charges_only'].includes(one.onboardingStatus),
    )
  const elsewhere = merchants.filter(one => one.processor !== to && one.nextProcessor !== to)
  const movable = whenEnabled ? elsewhere : elsewhere.filter(isReady)
  const size = Math.max(1, Math.ceil((merchants.length * percent) / 100))
  const moved: Watched[] = []
  for (let start = 0; start < movable.length; start += size) {
    for (const { merchantId } of movable.slice(start, start + size)) {
      const movedAt = new Date()
      await move(client, merchantId, options)
      const before = await outcomes(client, merchantId, new Date(movedAt.getTime() - dayMs), movedAt)
      moved.push({ merchantId, movedAt, before })
    }
    context.print(`${moved.length} of ${movable.length} moved to ${to}.`)
    const isLast = start + size >= movable.length
    await watch(context, client, moved, isLast ? 0 : pauseSeconds)
  }
  const left = elsewhere.length - movable.length
  const cannot = `cannot take payments at ${to} yet: see svcpay merchants list.`
  if (left > 0) context.print(`${counted(left, 'merchant')} ${cannot}`)
}

type Outcomes = Stats['payments']
type Watched = { merchantId: string; movedAt: Date; before: Outcomes }

async function outcomes(client: OperatorClient, merchantId: string, from: Date, to: Date): Promise<Outcomes> {
  const period = { merchantId, from: from.toISOString(), to: to.toISOString() }
  return (await client.call<Stats>('GET', `/stats${query(period)}`)).payments
}

/** How many times to check payments during a pause, so that a bad wave is noticed before the pause ends. */
const checks = 20

async function watch(context: Context, client: OperatorClient, moved: Watched[], seconds: number) {
  for (let look = 0; look < (seconds > 0 ? checks : 1); look++) {
    if (await isStoppedWithin(context, (seconds * 1000) / checks))
      throw new CommandFault('Stopped between two waves.')
    const fallen = await fallOf(client, moved)
    if (fallen)
      throw new CommandFault(`Stopped: ${fallen} Move merchants back with --to and their former processor.`)
  }
}

function rateOf(outcomes: Outcomes[]): number | null {
  const succeeded = outcomes.reduce((sum, one) => sum + one.succeeded, 0)
  const all = outcomes.reduce((sum, one) => sum + one.failed, succeeded)
  return all < minPayments ? null : succeeded / all
}

/** The reason to stop: there were enough payments, and fewer of them succeeded than the day before. Null to continue. */
async function fallOf(client: OperatorClient, moved: Watched[]): Promise<string | null> {
  const since: Outcomes[] = []
  for (const one of moved) since.push(await outcomes(client, one.merchantId, one.movedAt, new Date()))
  const before = rateOf(moved.map(one => one.before))
  const after = rateOf(since)
  if (before === null || after === null || after >= before - maxFall) return null
  const shown = (rate: number) => `${(100 * rate).toFixed(1)}%`
  return `${shown(after)} of payments succeed, down from ${shown(before)} the day before.`
}
