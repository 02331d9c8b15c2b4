import { createAllowance } from '../../src/processors/allowance.ts'
import type { Turns } from '../../src/processors/in-turn.ts'
import { createProcessorMetrics } from '../../src/processors/in-turn.ts'

/** An allowance of its own, for a client that no other shares it with. */
export function ownTurns(): Turns {
  return { allowance: createAllowance(), priority: 'request', metrics: createProcessorMetrics([{}]) }
}
