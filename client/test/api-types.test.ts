import openapiTS, { astToString } from 'openapi-typescript'
import { describe, expect, it } from 'vitest'
import { useService } from '../../service/test/support/service.ts'
import { createSvcpayClient } from '../src/index.ts'

const service = useService()

type Paths = Record<string, Record<string, { operationId: string }>>

/** What a merchant's code can call: the operator API is no business of this package. */
async function merchantDocument() {
  const { body } = await service.call('GET', '/openapi.json')
  const paths: Paths = Object.fromEntries(
    Object.entries(body.paths as Paths).filter(([path]) => path.startsWith('/v1/')),
  )
  return { document: { ...body, paths }, paths }
}

describe('src/api.ts', () => {
  it('is what the service’s own document says; if not: npm run generate -w client', async () => {
    const types = astToString(await openapiTS((await merchantDocument()).document))
    await expect(`// Made by: npm run generate -w client\n\n${types}`).toMatchFileSnapshot('../src/api.ts')
  })
})

describe('the client', () => {
  it('has a function for every call under /v1, named as its operationId', async () => {
    const { paths } = await merchantDocument()
    const ids = Object.values(paths).flatMap(methods => Object.values(methods).map(call => call.operationId))
    const client = createSvcpayClient({ baseUrl: service.url, apiKey: 'svc_live_any' })
    expect(Object.keys(client).sort()).toEqual(ids.sort())
  })
})
