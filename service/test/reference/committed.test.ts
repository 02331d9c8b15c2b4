import { expect, it } from 'vitest'
import { useService } from '../support/service.ts'

const service = useService()

/** The documents as files, for readers and code generators without a running service. */
const documents = [
  { path: '/openapi.json', file: 'openapi.json' },
  { path: '/admin/openapi.json', file: 'openapi-admin.json' },
]

it.each(documents)('$file is what $path answers (if not: npm run openapi)', async ({ path, file }) => {
  const { status, body } = await service.call('GET', path)
  expect(status).toBe(200)
  await expect(`${JSON.stringify(body, null, 2)}\n`).toMatchFileSnapshot(`../../${file}`)
})
