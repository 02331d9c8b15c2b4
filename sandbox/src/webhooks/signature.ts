import { createHmac } from 'node:crypto'

/** Receivers compare the time with their own clock, so it is real time, not the sandbox's. */
export function signatureHeader(payload: string, secret: string, realNowMs: number): string {
  const timestamp = Math.floor(realNowMs / 1000)
  const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
  return `t=${timestamp},v1=${digest}`
}
