import { createHmac } from 'node:crypto'

/** `t=<unix seconds>,v1=<hex>`, one v1 per secret that is valid just now. */
export function signatureHeader(body: Buffer, secrets: string[], at: Date): string {
  const t = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map(
    secret => `v1=${createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')}`,
  )
  return [`t=${t}`, ...signatures].join(',')
}
