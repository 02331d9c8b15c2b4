import { styleText } from 'node:util'
import type { Context } from '../context.ts'

/** Shows what happens during a start, as it happens. */
export interface Steps {
  note(text: string): void
  done(what: string): void
}

export function createSteps({ print, isTerminal }: Pick<Context, 'print' | 'isTerminal'>): Steps {
  const dim = (text: string) => (isTerminal ? styleText('dim', text) : text)
  // since the process was started, as the person at the keyboard counts
  const seconds = () => `${(performance.now() / 1000).toFixed(1)} s`
  return {
    note: text => print(`  ${dim('·')} ${text} …`),
    done: what => print(`  ${dim('✓')} ${what}  ${dim(seconds())}`),
  }
}
