import { createAllowance } from '../../src/processors/turns/allowance.ts'
import type { Turns } from '../../src/processors/turns/in-turn.ts'
import { createProcessorMetrics } from '../../src/processors/turns/in-turn.ts'

/** An allowance of its own, for a client that no other shares it with. */
export function ownTurns(): Turns {
  return { allowance: createAllowance(), priority: 'request', metrics: createProcessorMetrics([{}]) }
}
