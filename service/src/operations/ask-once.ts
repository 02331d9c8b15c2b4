import type { Outcome, Processor } from '../processors/port.ts'
import type { GateDeps } from './gate.ts'
import type { Claimed } from './operation.ts'

export interface Question<Value> {
  ask(): Promise<Outcome<Value>>
  /** What an earlier try has done; null when nothing. */
  find(): Promise<Outcome<Value | null>>
}

/** The key tells the processor that it was asked before, until it forgets the key: then look before asking again. */
export async function askOnce<Value>(
  deps: GateDeps,
  operation: Claimed,
  processor: Processor,
  { ask, find }: Question<Value>,
): Promise<Outcome<Value>> {
  const age = deps.clock.now().getTime() - operation.createdAt.getTime()
  if (!operation.resumed || age < processor.keysLastMs) return await ask()
  const found = await find()
  if (found.kind === 'refused') return { kind: 'unknown', reason: found.refusal.message }
  if (found.kind === 'unknown') return found
  return found.value === null ? await ask() : { kind: 'done', value: found.value }
}
