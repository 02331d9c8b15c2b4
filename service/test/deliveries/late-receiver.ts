import { type Receiver, startReceiver } from '../support/receiver.ts'

export interface LateReceiver extends Receiver {
  inFlight(): number
  /** The maximum number of requests in flight to one path. */
  most(): number
}

/** Waits before every answer. */
export async function startLateReceiver(wait: () => Promise<unknown>): Promise<LateReceiver> {
  const flying = new Map<string, number>()
  let most = 0
  const count = (path: string, change: number) => {
    const now = (flying.get(path) ?? 0) + change
    flying.set(path, now)
    most = Math.max(most, now)
  }
  const receiver = await startReceiver(({ path }, response) => {
    count(path, 1)
    void wait().then(() => {
      count(path, -1)
      response.writeHead(200).end()
    })
  })
  const inFlight = () => [...flying.values()].reduce((sum, one) => sum + one, 0)
  return { ...receiver, inFlight, most: () => most }
}
