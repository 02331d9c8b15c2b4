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
    'move',
    'move a merchant’s new payments, onboarding and readers to another processor',
  )
    .argument('[merchantId]')
    .requiredOption('--to <processor>', 'where; the one it is at takes back a move that waits')
    .option('--when-enabled', 'as soon as its account there can take payments')
    .option('--all', 'all merchants that can take payments there, in waves')
    .option('--percent <n>', 'how many of all merchants a wave has (default: 5)', integer)
    .option('--pause <seconds>', 'how long payments are watched after each wave (default: 600)', integer)
    .action(async (merchantId: string | undefined, options: MoveOptions) => {
      if ((merchantId === undefined) !== (options.all ?? false))
        throw new CommandFault('Name one merchant, or pass --all.')
      if (merchantId === undefined) return await moveAll(context, options)
      await show(context, options, client => moveOne(client, merchantId, options), described)
    })
}

interface Moved extends Merchant {
  readersLeft: number
}

async function moveOne(client: OperatorClient, merchantId: string, options: MoveOptions): Promise<Moved> {
  const { to: processor, whenEnabled } = options
  const before = await client.call<Merchant>('GET', at`/merchants/${merchantId}`)
  const when = whenEnabled ? 'enabled' : 'now'
  const path = at`/merchants/${merchantId}/processor`
  const merchant = await client.call<Merchant>('POST', path, { processor, when })
  const readersAt = async (name: string) =>
    (await client.call<Reader[]>('GET', at`/merchants/${merchantId}/readers` + query({ processor: name })))
      .length
  const isMoved = merchant.processor !== before.processor
  const readersLeft =
    isMoved && (await readersAt(merchant.processor)) === 0 ? await readersAt(before.processor) : 0
  return { ...merchant, readersLeft }
}

function described({
  merchantId,
  name,
  processor,
  nextProcessor,
  processorAccountId,
  readersLeft,
}: Moved): string {
  const text = fields([
    ['merchant', merchantId],
    ['name', name],
    ['processor', processor],
    ['account', processorAccountId],
    ['moves to', nextProcessor ?? 'stays'],
  ])
  if (readersLeft === 0) return text
  return `${text}\n\n${counted(readersLeft, 'card reader')} must be registered again: none is at ${processor}.`
}

const defaults = { percent: 5, pause: 600 }
/** How far the share of payments that succeed may fall before no more merchants are moved. */
const mayFall = 0.05
const fewest = 20
const dayMs = 86_400_000

/** Wave after wave, until all are moved or payments begin to fail. */
async function moveAll(context: Context, options: MoveOptions): Promise<void> {
  const client = createOperatorClient(context, options)
  const {
    to,
    percent = defaults.percent,
    pause: pauseSeconds = defaults.pause,
    whenEnabled = false,
  } = options
  if (percent < 1 || percent > 100) throw new CommandFault('--percent must be from 1 to 100.')
  const merchants = await everyItem<Merchant>(client, '/merchants')
  const isReady = ({ accounts }: Merchant) =>
    accounts.some(
      ({ processor, onboardingStatus: status, disabled }) =>
        processor === to && !disabled && (status === 'enabled' || status === 'charges_only'),
    )
  const elsewhere = merchants.filter(
    ({ processor, nextProcessor }) => processor !== to && nextProcessor !== to,
  )
  const movable = whenEnabled ? elsewhere : elsewhere.filter(isReady)
  const size = Math.max(1, Math.ceil((merchants.length * percent) / 100))
  const moved: Watched[] = []
  for (let start = 0; start < movable.length; start += size) {
    for (const { merchantId } of movable.slice(start, start + size)) {
      const movedAt = new Date()
      await client.call('POST', at`/merchants/${merchantId}/processor`, {
        processor: to,
        when: whenEnabled ? 'enabled' : 'now',
      })
      moved.push({
        merchantId,
        movedAt,
        before: await outcomes(client, merchantId, new Date(movedAt.getTime() - dayMs), movedAt),
      })
    }
    context.print(`${moved.length} of ${movable.length} moved to ${to}.`)
    const isLast = start + size >= movable.length
    const fallen = await watch(context, client, moved, isLast ? 0 : pauseSeconds)
    if (fallen)
      throw new CommandFault(`Stopped: ${fallen} Move merchants back with --to and their former processor.`)
  }
  const left = elsewhere.length - movable.length
  if (left > 0)
    context.print(
      `${counted(left, 'merchant')} cannot take payments at ${to} yet: see svcpay merchants list.`,
    )
}

interface Watched {
  merchantId: string
  movedAt: Date
  before: Outcomes
}

interface Outcomes {
  succeeded: number
  failed: number
}

async function outcomes(client: OperatorClient, merchantId: string, from: Date, to: Date): Promise<Outcomes> {
  const period = { merchantId, from: from.toISOString(), to: to.toISOString() }
  const { payments } = await client.call<Stats>('GET', `/stats${query(period)}`)
  return { succeeded: payments.succeeded, failed: payments.failed }
}

/** How often payments are looked at in a pause: after a bad wave, not all of it has to pass. */
const looks = 20

async function watch(
  context: Context,
  client: OperatorClient,
  moved: Watched[],
  seconds: number,
): Promise<string | null> {
  for (let look = 0; look < (seconds > 0 ? looks : 1); look++) {
    if (await isStoppedWithin(context, (seconds * 1000) / looks))
      throw new CommandFault('Stopped between two waves.')
    const fallen = await fallOf(client, moved)
    if (fallen) return fallen
  }
  return null
}

/** Why to stop: of enough payments, fewer succeed than on the day before. */
async function fallOf(client: OperatorClient, moved: Watched[]): Promise<string | null> {
  const now = new Date()
  const sum = { before: { succeeded: 0, failed: 0 }, after: { succeeded: 0, failed: 0 } }
  for (const { merchantId, movedAt, before } of moved) {
    const after = await outcomes(client, merchantId, movedAt, now)
    for (const [total, more] of [
      [sum.before, before],
      [sum.after, after],
    ] as const) {
      total.succeeded += more.succeeded
      total.failed += more.failed
    }
  }
  const rateOf = ({ succeeded, failed }: Outcomes) =>
    succeeded + failed < fewest ? null : succeeded / (succeeded + failed)
  const [before, after] = [rateOf(sum.before), rateOf(sum.after)]
  if (before === null || after === null || after >= before - mayFall) return null
  const shown = (rate: number) => `${(100 * rate).toFixed(1)} %`
  return `${shown(after)} of payments succeed, ${shown(before)} did on the day before.`
}
