import { pino } from 'pino'
import { expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { eachAlone } from '../../src/jobs/each-alone.ts'
import { repeat } from '../../src/jobs/repeat.ts'

it('a stop waits for work that a job has begun, and leaves the rest to others', async () => {
  const begun: number[] = []
  let ended = 0
  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const work = async (item: number) => {
    begun.push(item)
    await answered
    ended++
  }
  const claims = { claimed: [1, 2, 3, 4, 5], faults: [] }
  const job = {
    name: 'a job',
    everyMs: 60_000,
    run: (stopped?: AbortSignal) => eachAlone(claims, work, { most: 2, stopped }),
  }
  const { stop } = repeat(job, pino({ level: 'silent' }))
  await waitFor(() => expect(begun).toEqual([1, 2]))
  const stopping = stop()
  answer()
  await stopping
  expect([begun, ended]).toEqual([[1, 2], 2])
})

it('a job with nothing to do is soon checked again, however rarely it runs', async () => {
  let asked = 0
  const isDue = async () => ++asked > 1
  let runs = 0
  const job = { name: 'a job', everyMs: 3_600_000, run: async () => void runs++ }
  const { stop } = repeat(job, pino({ level: 'silent' }), { isDue })
  await waitFor(() => expect(runs).toBe(1))
  await stop()
})
