import type { Outcome, Processor } from '../processors/port.ts'
import { conclusionOf } from './conclude.ts'
import type { GateDeps } from './gate.ts'
import { type Claimed, processorKeyOf } from './operation.ts'
import { reached } from './steps.ts'

export interface Question<Value> {
  ask(idempotencyKey: string): Promise<Outcome<Value>>
  /** What an earlier try has done; null when nothing. */
  find(): Promise<Outcome<Value | null>>
  /** The caller's own key for the processor, in place of the operation's. */
  callersKey?: string | null
}

/** Asks the processor such that it acts once, however often this is called, and says what that means. */
export async function askOnce<Value>(
  deps: GateDeps,
  operation: Claimed,
  processor: Processor,
  question: Question<Value>,
): Promise<Outcome<Value>> {
  reached('started', operation)
  const callersKey = question.callersKey ?? null
  const ask = () => question.ask(callersKey ?? processorKeyOf(operation))
  const answer = await (isForgotten(deps, operation, processor) ? findOrAsk(question.find, ask) : ask())
  reached('answered', operation)
  return conclusionOf(operation, answer, { ownKey: callersKey === null })
}

/** The key tells the processor that it was asked before, until it forgets the key. */
function isForgotten(deps: GateDeps, operation: Claimed, processor: Processor): boolean {
  const age = deps.clock.now().getTime() - operation.createdAt.getTime()
  return operation.resumed && age >= processor.keysLastMs
}

async function findOrAsk<Value>(
  find: () => Promise<Outcome<Value | null>>,
  ask: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const found = await find()
  if (found.kind === 'refused') return { kind: 'unknown', reason: found.refusal.message }
  if (found.kind === 'unknown') return found
  return found.value === null ? await ask() : { kind: 'done', value: found.value }
}
