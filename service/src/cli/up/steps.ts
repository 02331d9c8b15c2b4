import { styleText } from 'node:util'
import type { Context } from '../context.ts'

export type Steps = ReturnType<typeof createSteps>

/** Shows what happens during a start, as it happens. */
export function createSteps({ print, isTerminal }: Pick<Context, 'print' | 'isTerminal'>) {
  const dim = (text: string) => (isTerminal ? styleText('dim', text) : text)
  // since the process was started, as the person at the keyboard counts
  const seconds = () => `${(performance.now() / 1000).toFixed(1)} s`
  return {
    note: (text: string) => print(`  ${dim('·')} ${text} …`),
    done: (what: string) => print(`  ${dim('✓')} ${what}  ${dim(seconds())}`),
  }
}
