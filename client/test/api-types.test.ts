import { describe, expect, it } from 'vitest'
import { useService } from '../../service/test/support/service.ts'
import { createSvcpayClient } from '../src/index.ts'
import { choicesOf, typesOf } from './types-of-document.ts'

const service = useService()

type Paths = Record<string, Record<string, { operationId: string }>>

/** One of the service's own documents, without its probes and pages. */
async function documentOf(address: '/openapi.json' | '/admin/openapi.json') {
  const { body } = await service.call('GET', address)
  const paths: Paths = Object.fromEntries(
    Object.entries(body.paths as Paths).filter(([path]) => /^\/(v1|admin\/v1|console)\//.test(path)),
  )
  return { document: { ...body, paths }, paths }
}

describe('the generated types', () => {
  it.each([
    ['/openapi.json', '../src/api.ts'],
    ['/admin/openapi.json', '../../console/src/api/schema.ts'],
  ] as const)('of %s match the document; if not: npm run generate -w client', async (address, file) => {
    const types = typesOf((await documentOf(address)).document)
    await expect(`// Made by: npm run generate -w client

${types}`).toMatchFileSnapshot(file)
  })

  it('are accompanied by the values that an operator may choose from', async () => {
    const { document } = await documentOf('/admin/openapi.json')
    const file = '../../console/src/api/choices.ts'
    await expect(`// Made by: npm run generate -w client\n\n${choicesOf(document)}`).toMatchFileSnapshot(file)
  })
})

describe('the client', () => {
  it('has a function for every call under /v1, named as its operationId', async () => {
    const { paths } = await documentOf('/openapi.json')
    const ids = Object.values(paths).flatMap(methods => Object.values(methods).map(call => call.operationId))
    const client = createSvcpayClient({ baseUrl: service.url, apiKey: 'svc_live_any' })
    expect(Object.keys(client).sort()).toEqual(ids.sort())
  })
})
