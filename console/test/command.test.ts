import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://localhost' })
const { command } = await import('../src/api/command.ts')
const { queryClient } = await import('../src/api/query-client.ts')

it('is the only way to change something', () => {
  const source = new URL('../src/', import.meta.url)
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name =>
    /\.tsx?$/.test(name),
  )
  const writers = files.filter(file =>
    /import \{[^}]*\bclient\b[^}]*\} from '[./\w-]*client\.ts'/.test(
      readFileSync(new URL(file, source), 'utf8'),
    ),
  )
  expect(writers).toEqual(['api/command.ts'])
})

it('is never held back while the browser is offline', () => {
  expect(queryClient.getDefaultOptions().mutations).toMatchObject({ networkMode: 'always' })
})

it('fills in its path, and has a key where the service asks for one', () => {
  const path = { merchantId: 'mer_1', keyId: 'a/b' }
  const revoke = command('delete', '/admin/v1/merchants/{merchantId}/keys/{keyId}', { path })
  expect(revoke).toMatchObject({ path: '/admin/v1/merchants/mer_1/keys/a%2Fb', isKeyed: false })
  const refund = command('post', '/admin/v1/payments/{id}/refund', { path: { id: 'svcpay_1' } })
  expect(refund.isKeyed).toBe(true)
})
