import { createAllowance } from '../../src/processors/turns/allowance.ts'
import type { Turns } from '../../src/processors/turns/in-turn.ts'
import { createProcessorMetrics } from '../../src/processors/turns/in-turn.ts'

/** A separate allowance for a single client. */
export function ownTurns(): Turns {
  return { allowance: createAllowance(), priority: 'request', metrics: createProcessorMetrics([{}]) }
}
