import type { Outcome, Processor } from '../processors/port.ts'
import { conclusionOf } from './conclude.ts'
import type { GateDeps } from './gate.ts'
import { type Claimed, processorKeyOf } from './operation.ts'
import { reached } from './steps.ts'

export interface Question<Value> {
  ask(idempotencyKey: string): Promise<Outcome<Value>>
  /** What an earlier try has done; null when nothing. Not given for what may well be done twice. */
  find?(idempotencyKey: string): Promise<Outcome<Value | null>>
  /** The caller's own key for the processor, in place of the operation's. */
  callersKey?: string | null
}

/** Asks the processor such that it acts once, however often this is called, and says what that means. */
export async function askOnce<Value>(
  deps: GateDeps,
  operation: Claimed,
  processor: Pick<Processor, 'keysLastMs'>,
  question: Question<Value>,
): Promise<Outcome<Value>> {
  return await deps.leases.hold(operation, () => askLeased(deps, operation, processor, question))
}

async function askLeased<Value>(
  deps: GateDeps,
  operation: Claimed,
  { keysLastMs }: Pick<Processor, 'keysLastMs'>,
  { ask, find = nothing, callersKey = null }: Question<Value>,
): Promise<Outcome<Value>> {
  reached('started', operation)
  const key = callersKey ?? processorKeyOf(operation)
  const isOld = isForgotten(deps, operation, keysLastMs)
  const answer = isOld ? await orElse(await find(key), () => ask(key)) : await ask(key)
  reached('answered', operation)
  if (answer.kind === 'unknown' && answer.isLastWord) {
    // it may have had its effect before it failed
    return await orElse(await find(key), async () => failed(answer.reason))
  }
  return conclusionOf(operation, answer, { ownKey: callersKey === null, isOld })
}

const nothing = async () => ({ kind: 'done', value: null }) as const

/** The key tells the processor that it was asked before, until it forgets the key. */
function isForgotten(deps: GateDeps, operation: Claimed, keysLastMs: number): boolean {
  return operation.resumed && deps.clock.now().getTime() - operation.createdAt.getTime() >= keysLastMs
}

async function orElse<Value>(
  found: Outcome<Value | null>,
  otherwise: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  // after so long nobody will say any more what became of it: the merchant has disconnected the account
  if (found.kind === 'refused' && found.refusal.reason === 'gone') return found
  if (found.kind === 'refused') return { kind: 'unknown', reason: found.refusal.message }
  if (found.kind === 'unknown') return { kind: 'unknown', reason: found.reason }
  return found.value === null ? await otherwise() : { kind: 'done', value: found.value }
}

function failed(reason: string): Outcome<never> {
  const message = `The processor failed, and nothing was done: ${reason}.`
  return { kind: 'refused', refusal: { reason: 'failed', code: null, message } }
}
