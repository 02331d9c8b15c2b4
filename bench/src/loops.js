const pause = ms => new Promise(resolve => setTimeout(resolve, ms))

const refusedPauseMs = 20

/**
 * Each client sends its next request when it has an answer; one that was refused waits a moment first. `next` returns
 * the bytes of a request, or null when there are no more.
 */
export async function closedLoop({ clients, seconds, next, ask }) {
  const began = performance.now()
  const until = began + seconds * 1000
  const results = newResults()
  const client = async () => {
    for (let at = performance.now(); at < until; at = performance.now()) {
      const bytes = next()
      if (bytes === null) return
      const status = await ask(bytes)
      note(results, status, performance.now() - at)
      if (status !== 200) await pause(refusedPauseMs)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { ...results, elapsedMs: performance.now() - began }
}

/**
 * Sends at a fixed rate, whatever happens to earlier requests. A latency counts from when the request was due: a slow
 * answer, or a load that falls behind, delays the requests after it, and leaving out that delay (coordinated omission)
 * would make the results look better than they are.
 */
export async function openLoop({ rate, seconds, next, ask, now = () => performance.now(), wait = pause }) {
  const began = now()
  const total = Math.round(rate * seconds)
  const results = newResults()
  const asked = []
  const send = async due => note(results, await ask(next()), now() - due)
  while (asked.length < total) {
    const due = Math.min(total, Math.floor(((now() - began) * rate) / 1000) + 1)
    while (asked.length < due) asked.push(send(began + (asked.length * 1000) / rate))
    await wait(1)
  }
  await Promise.all(asked)
  return { ...results, elapsedMs: now() - began }
}

const newResults = () => ({ latencies: [], failures: {} })

function note({ latencies, failures }, status, ms) {
  if (status === 200) latencies.push(ms)
  else failures[status] = (failures[status] ?? 0) + 1
}
