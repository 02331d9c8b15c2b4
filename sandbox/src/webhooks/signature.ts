import { createHmac } from 'node:crypto'

/** Receivers hold the time against their own clock, so it is real time whatever the sandbox's clock says. */
export function signatureHeader(payload: string, secret: string, realNowMs: number): string {
  const timestamp = Math.floor(realNowMs / 1000)
  const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
  return `t=${timestamp},v1=${digest}`
}
