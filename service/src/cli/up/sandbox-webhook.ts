import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSandboxClient, messageIn } from '../../console/sandbox/sandbox-client.ts'
import { apiVersion } from '../../processors/stripe/webhook-endpoints.ts'

interface Endpoint {
  id: string
  url: string
  api_version: string | null
  secret?: string
}

/** The first gets events of connected accounts, the second those of the platform's own account. */
const endpoints = [
  { file: 'webhook-secret', connect: 'true' },
  { file: 'platform-webhook-secret', connect: 'false' },
]

/** Registers the service's webhook endpoints with the sandbox, once per address and API version; returns their signing secrets. */
export async function registerSandboxWebhooks(
  { name, apiBase, secretKey }: { name: string; apiBase: string; secretKey: string },
  url: string,
  dataDir: string,
): Promise<string[]> {
  const sandbox = createSandboxClient(apiBase, secretKey)
  const call = async (method: string, id: string, params?: Record<string, string>) => {
    const answer = await sandbox.api(method, `/v1/webhook_endpoints${id}`, null, params)
    if (answer.status >= 400) throw new Error(messageIn(answer))
    return answer.body as unknown
  }
  const { data } = (await call('GET', '?limit=100')) as { data: Endpoint[] }
  const secrets: string[] = []
  for (const { file, connect } of endpoints) {
    const path = fileOf(dataDir, name, file)
    const kept = readKept(path)
    const registered = data.find(endpoint => endpoint.id === kept?.id)
    if (kept && registered?.url === url && registered.api_version === apiVersion) {
      secrets.push(kept.secret)
      continue
    }
    if (registered) await call('DELETE', `/${registered.id}`)
    const params = { url, api_version: apiVersion, 'enabled_events[0]': '*', connect }
    const { id, secret = '' } = (await call('POST', '', params)) as Endpoint
    writeFileSync(path, `${id} ${secret}\n`, { mode: 0o600 })
    secrets.push(secret)
  }
  return secrets
}

const fileOf = (dataDir: string, name: string, file: string) => join(dataDir, `${name}-${file}`)

export function keptWebhookSecrets(dataDir: string, name: string): string[] {
  return endpoints.flatMap(({ file }) => readKept(fileOf(dataDir, name, file))?.secret ?? [])
}

function readKept(file: string): { id: string; secret: string } | null {
  try {
    const [id = '', secret = ''] = readFileSync(file, 'utf8').trim().split(' ')
    return { id, secret }
  } catch {
    return null
  }
}
