import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Endpoint {
  id: string
  url: string
  secret?: string
}

/** Tells the sandbox where to send its events, once per address, and keeps the signing secret it answers with. */
export async function registerSandboxWebhook(
  sandboxUrl: string,
  secretKey: string,
  serviceUrl: string,
  dataDir: string,
): Promise<string> {
  const url = `${serviceUrl}/webhooks/processor`
  const file = join(dataDir, 'sandbox-webhook-secret')
  const call = async (method: string, path: string, body?: URLSearchParams) => {
    const headers = { authorization: `Bearer ${secretKey}` }
    const response = await fetch(sandboxUrl + path, { method, headers, body: body ?? null })
    if (!response.ok) throw new Error(`the sandbox answered ${response.status} to ${method} ${path}`)
    return await response.json()
  }
  const { data: endpoints } = (await call('GET', '/v1/webhook_endpoints?limit=100')) as { data: Endpoint[] }
  const kept = readKept(file)
  if (kept && endpoints.some(endpoint => endpoint.id === kept.id && endpoint.url === url)) return kept.secret
  for (const { id } of endpoints) {
    if (kept && id === kept.id) await call('DELETE', `/v1/webhook_endpoints/${id}`)
  }
  const params = new URLSearchParams({ url, 'enabled_events[0]': '*', connect: 'true' })
  const created = (await call('POST', '/v1/webhook_endpoints', params)) as Endpoint
  const secret = created.secret ?? ''
  writeFileSync(file, `${created.id} ${secret}\n`, { mode: 0o600 })
  return secret
}

function readKept(file: string): { id: string; secret: string } | null {
  try {
    const [id = '', secret = ''] = readFileSync(file, 'utf8').trim().split(' ')
    return { id, secret }
  } catch {
    return null
  }
}
