import type { FastifyBaseLogger } from 'fastify'
import { OutOfPatience, within } from '../patience.ts'

export interface Stoppable {
  name: string
  stop(): Promise<unknown>
}

interface Stop {
  timeoutMs: number
  log: FastifyBaseLogger
  /** The parts in one step are stopped together. */
  steps: Stoppable[][]
  /** The ids of operations that this instance is still working on. */
  operations(): string[]
}

export class StopTimedOut extends Error {
  constructor(timeoutMs: number, leftOpen: string[]) {
    super(
      `Stopping took longer than ${timeoutMs} ms. Left open: ${leftOpen.join(', ')}. The next start will finish the rest.`,
    )
    this.name = 'StopTimedOut'
  }
}

/** A hanging database must not keep the process alive: unfinished work is recovered as after a crash. */
export async function stopInTime({ timeoutMs, log, steps, operations }: Stop): Promise<void> {
  const open = new Set<string>()
  const stopAll = async () => {
    for (const step of steps) {
      for (const { name } of step) open.add(name)
      await Promise.all(step.map(({ name, stop }) => stop().then(() => open.delete(name))))
    }
  }
  await within(timeoutMs, stopAll()).catch(error => {
    if (!(error instanceof OutOfPatience)) throw error
    const leftOpen = [...open, ...operations().map(id => `operation ${id}`)]
    log.error({ leftOpen }, 'stopping took too long')
    throw new StopTimedOut(timeoutMs, leftOpen)
  })
}
