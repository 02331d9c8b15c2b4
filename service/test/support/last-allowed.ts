import { expect } from 'vitest'

/** Repeats a request until it is refused. Returns after how many milliseconds the last allowed request was sent. */
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
