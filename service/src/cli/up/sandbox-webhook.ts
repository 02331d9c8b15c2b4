import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Endpoint {
  id: string
  url: string
  secret?: string
}

/** Where the sandbox sends its events: those of connected accounts, and those of the platform's own account. */
const endpoints = [
  { file: 'sandbox-webhook-secret', connect: 'true' },
  { file: 'sandbox-platform-webhook-secret', connect: 'false' },
]

/** Registers the service's webhook endpoints with the sandbox, once per address; returns their signing secrets. */
export async function registerSandboxWebhooks(
  sandboxUrl: string,
  secretKey: string,
  serviceUrl: string,
  dataDir: string,
): Promise<string[]> {
  const url = `${serviceUrl}/webhooks/processor`
  const call = async (method: string, path: string, body?: URLSearchParams) => {
    const headers = { authorization: `Bearer ${secretKey}` }
    const response = await fetch(sandboxUrl + path, { method, headers, body: body ?? null })
    if (!response.ok) throw new Error(`the sandbox answered ${response.status} to ${method} ${path}`)
    return await response.json()
  }
  const { data } = (await call('GET', '/v1/webhook_endpoints?limit=100')) as { data: Endpoint[] }
  const secrets: string[] = []
  for (const { file, connect } of endpoints) {
    const path = join(dataDir, file)
    const kept = readKept(path)
    const registered = data.find(endpoint => endpoint.id === kept?.id)
    if (kept && registered?.url === url) {
      secrets.push(kept.secret)
      continue
    }
    if (registered) await call('DELETE', `/v1/webhook_endpoints/${registered.id}`)
    const params = new URLSearchParams({ url, 'enabled_events[0]': '*', connect })
    const { id, secret = '' } = (await call('POST', '/v1/webhook_endpoints', params)) as Endpoint
    writeFileSync(path, `${id} ${secret}\n`, { mode: 0o600 })
    secrets.push(secret)
  }
  return secrets
}

function readKept(file: string): { id: string; secret: string } | null {
  try {
    const [id = '', secret = ''] = readFileSync(file, 'utf8').trim().split(' ')
    return { id, secret }
  } catch {
    return null
  }
}
