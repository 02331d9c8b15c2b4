import { expect } from 'vitest'

/** Asks until it is refused. How many milliseconds from now on a request that was still allowed was sent at the latest. */
export async function lastAllowedMs(
  ask: () => Promise<{ status: number }>,
  refusal: number,
): Promise<number> {
  const from = Date.now()
  let last = from
  const status = async () => {
    const sent = Date.now()
    const answer = await ask()
    if (answer.status !== refusal) last = sent
    return answer.status
  }
  await expect.poll(status, { interval: 10 }).toBe(refusal)
  return last - from
}
