import type { Command } from 'commander'
import { formatMoney } from '../../money.ts'
import type { Reconciliation, ReconciliationDetail } from '../answers.ts'
import { CommandFault, type Context, isStoppedWithin, printAnswer } from '../context.ts'
import { createOperatorClient, type OperatorClient } from '../operator-client.ts'
import { at, callCommand, everyPage, fieldsOf, formatOption } from '../operator-command.ts'
import { type Columns, counted, csvOfItems, tableOf, time } from '../output.ts'

const askEveryMs = 500

/** Exit code 0: no unexplained differences; 1: differences; 2: the comparison is incomplete. */
const unfinished = 2

export function reconcileCommand(context: Context): Command {
  return callCommand(
    'reconcile',
    'compare the books with the processor, in both directions',
    'POST /reconciliations',
  )
    .addOption(formatOption())
    .action(async options => {
      const client = createOperatorClient(context, options)
      const progress = context.isTerminal ? context.printError : () => {}
      const run = await untilDone(context, client, fieldsOf(options), progress).catch(error => {
        throw error instanceof CommandFault ? new CommandFault(error.message, unfinished) : error
      })
      const { json, format } = options
      printAnswer(context, json || format === 'json', run, () =>
        format === 'csv' ? csvOfItems(differenceColumns, run.data) : describe(run),
      )
      if (run.state === 'failed') throw new CommandFault(`The comparison failed: ${run.error}`, unfinished)
      const { unreadable } = run
      const differ = run.unexplained - unreadable
      const faults = [
        ...(unreadable > 0 ? [`Not compared: ${counted(unreadable, 'account')}.`] : []),
        ...(differ > 0 ? [`Differences found: ${differ}.`] : []),
      ]
      if (faults.length > 0) throw new CommandFault(faults.join(' '), unreadable > 0 ? unfinished : 1)
    })
}

type FoundDifference = ReconciliationDetail['data'][number]

/** Starts a comparison or joins the running one, shows its progress, and returns it with all differences. */
export async function untilDone(
  context: Context,
  client: OperatorClient,
  body: object,
  progress: (line: string) => void,
): Promise<ReconciliationDetail> {
  const started = await client.call<Reconciliation>('POST', '/reconciliations', body)
  const path = at`/reconciliations/${started.reconciliationId}`
  let isStopped = false
  for (let shown = ''; ; ) {
    const run = await client.call<ReconciliationDetail>('GET', `${path}?limit=1`)
    if (run.state !== 'running') return await everyPage(client, path)
    if (isStopped)
      throw new CommandFault(
        'The comparison continues in the service. Repeat the command to see its progress.',
      )
    const line = progressOf(run)
    if (line !== shown) progress(line)
    shown = line
    isStopped = await isStoppedWithin(context, askEveryMs)
  }
}

export const comparedIn = ({ accounts, payments, movements }: Omit<Reconciliation, 'totals'>) =>
  `${counted(accounts, 'account')}, ${counted(payments, 'payment')}, ${counted(movements, 'movement')}`

function progressOf(run: Reconciliation): string {
  const waiting = run.error ? ` (waiting: ${run.error})` : ''
  return `${comparedIn(run)}, ${counted(run.differences - run.skippedAccounts, 'difference')} …${waiting}`
}

const differenceColumns: Columns<FoundDifference> = {
  DIFFERENCE: d => d.differenceId,
  AT: d => d.processor,
  MERCHANT: d => d.merchantId,
  PAYMENT: d => d.svcPaymentId,
  KIND: d => d.kind,
  WHAT: d => d.what.replace('_', ' '),
  ID: d => d.objectId || d.processorPaymentIntentId,
  CURRENCY: d => d.currency,
  BOOKS: d => d.ours,
  PROCESSOR: d => d.theirs,
  EXPLAINED: d => d.explainedBy ?? 'no',
  NOTE: d => d.note ?? d.reason,
}

const totalColumns: Columns<ReconciliationDetail['totals'][number]> = {
  AT: t => t.processor,
  CURRENCY: t => t.currency,
  MOVED: t => t.kind.replace('_', ' '),
  LEDGER: t => formatMoney(t.ledgerCents, t.currency),
  PROCESSOR: t => formatMoney(t.processorCents, t.currency),
}

function describe(run: ReconciliationDetail): string {
  const { from, comparedUntil, calls, accounts, skippedAccounts, differences } = run
  const period = `${time(from)} to ${time(comparedUntil)}`
  const lines = [
    `Compared ${period}: ${comparedIn(run)}, with ${counted(calls, 'call')} to the processor.`,
    ...(skippedAccounts > 0 ? [`Could not be read: ${counted(skippedAccounts, 'account')}.`] : []),
  ]
  const isSplit = new Set([...run.totals, ...run.data].map(({ processor }) => processor)).size > 1
  const shown = <Item>(columns: Columns<Item>, items: Item[]) => {
    const { AT: _, ...withoutPlace } = columns
    return tableOf(isSplit ? columns : withoutPlace, items)
  }
  if (run.totals.length > 0) lines.push('', shown(totalColumns, run.totals))
  if (differences > 0) lines.push('', shown(differenceColumns, run.data))
  if (run.state === 'done' && differences === skippedAccounts && (accounts > 0 || skippedAccounts === 0)) {
    const isEmpty = run.payments + run.movements === 0
    const found = isEmpty ? 'There was nothing to compare.' : 'The ledger matches the processor.'
    lines.push('', skippedAccounts > 0 ? `For all other accounts: ${found}` : found)
  }
  return lines.join('\n')
}
