import { type Logger, pino } from 'pino'
import { expect } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { keepLeases } from '../../src/operations/leases.ts'
import { reconcile as reconcileJob } from '../../src/reconcile/job.ts'
import { run } from '../cli/in-process.ts'
import type { Paying } from '../support/paying.ts'
import { operatorToken } from '../support/service.ts'

export interface FoundDifference {
  differenceId: string
  processor: string
  svcPaymentId: string | null
  processorPaymentIntentId: string
  kind: string
  what: string
  objectId: string
  ours: string | null
  theirs: string | null
  fixed: boolean
  reason: string | null
  explainedBy: string | null
  note: string | null
}

/** A comparison skips recent payments that may not be in the books yet. By this clock, they are old enough. */
const later = { ...systemClock, now: () => new Date(Date.now() + 300_000) }

export function depsOf({ service }: Pick<Paying, 'service'>) {
  const { db, config, processors } = service
  const log: Logger = pino({ level: 'silent' })
  return {
    db,
    clock: later,
    encryptionKeys: config.encryptionKeys,
    leases: keepLeases(db),
    processors,
    log,
  }
}

/** The comparison job alone: other jobs would repair the differences. */
export const jobOf = (paying: Pick<Paying, 'service'>) => reconcileJob(depsOf(paying), null)

/** Runs a comparison, and returns its findings. */
export async function reconcile(paying: Pick<Paying, 'service'>, wanted: object = {}) {
  const { service } = paying
  const { body: started, status } = await service.admin('POST', '/reconciliations', wanted)
  expect(status).toBe(201)
  const job = jobOf(paying)
  for (;;) {
    await job.run()
    const { body } = await service.admin('GET', `/reconciliations/${started.reconciliationId}?limit=100`)
    expect(body.error).toBe(null)
    if (body.state !== 'running') return { run: body, found: body.data as FoundDifference[] }
  }
}

/** Runs the command, as an operator would. */
export const typed = (paying: Paying, ...args: string[]) =>
  run(['reconcile', ...args], {
    PORT: new URL(paying.service.url).port,
    SVC_OPERATOR_TOKEN: operatorToken,
  })

/** Each finding as a line of text, in a stable order. */
export function brief(found: FoundDifference[], names: Record<string, string>): string[] {
  return found
    .map(({ kind, what, svcPaymentId, processorPaymentIntentId, ours, theirs }) => {
      const name = names[processorPaymentIntentId] ?? names[svcPaymentId ?? ''] ?? svcPaymentId
      return `${name}: ${kind} ${what}, ${ours} here, ${theirs} there`
    })
    .sort()
}
