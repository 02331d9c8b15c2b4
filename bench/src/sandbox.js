import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Stripe } from 'stripe'
import { freePort } from 'svcpay-embedded-database'
import { secrets } from './service.js'

/** The sandbox in a process of its own. */
export async function startSandbox() {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [fileURLToPath(import.meta.resolve('svcpay-sandbox/main')), '--port', String(port)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { SVCPAY_SANDBOX_SECRET_KEY: 'sk_test_bench', SVCPAY_SANDBOX_PUBLISHABLE_KEY: 'pk_test_bench' },
    },
  )
  await once(child.stdout, 'data')
  child.stdout.resume()
  const stripe = new Stripe('sk_test_bench', { host: '127.0.0.1', port, protocol: 'http', telemetry: false })
  return { stripe, url: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGKILL') }
}

/** @returns {Promise<any>} */
export async function callOperatorApi(service, method, path, body) {
  const response = await fetch(`${service.url}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${secrets.operatorToken}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return await response.json()
}

/** A merchant that can take payments at the sandbox. */
export async function addSandboxMerchant(service, sandbox, settings = {}) {
  const merchant = { name: 'Bench', feeBps: 100, ...settings }
  const { merchantId, apiKey } = await callOperatorApi(service, 'POST', '/merchants', merchant)
  const { processorAccountId: accountId } = await callOperatorApi(
    service,
    'POST',
    `/merchants/${merchantId}/account`,
    {},
  )
  await fetch(`${sandbox.url}/_sandbox/accounts/${accountId}/onboarding`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"outcome":"complete"}',
  })
  return { merchantId, apiKey, accountId }
}
