import { describe, expect, it } from 'vitest'
import { listActions } from '../../src/operators/audit-log.sql.ts'
import { openExplained, rowsRead, withAllBelow } from '../support/plans.ts'
import { useService } from '../support/service.ts'

const service = useService()

type Entry = Record<string, unknown> & { action: string; auditId: string }

async function act(method: string, path: string, body?: unknown, actor = 'ana') {
  return await service.call(method, `/admin/v1${path}`, {
    operator: true,
    body,
    headers: { 'svc-actor': actor },
  })
}

async function entries(query = ''): Promise<{ data: Entry[]; nextCursor: string | null }> {
  return (await service.admin('GET', `/audit?limit=100${query}`)).body
}

describe('the audit log', () => {
  it('has every operator action with actor, time, target and trace id, newest first', async () => {
    const began = Date.now()
    const created = await act('POST', '/merchants', { name: 'Audited' })
    const { merchantId } = created.body
    const merchant = `/merchants/${merchantId}`
    const changed = await act('PATCH', merchant, { feeBps: 10 })
    const issued = await act('POST', `${merchant}/keys`, { label: 'a' })
    const { keyId } = issued.body
    const rotated = await act('POST', `${merchant}/keys/${keyId}/rotate`, { graceSeconds: 5 })
    const revoked = await act('DELETE', `${merchant}/keys/${keyId}`)
    const set = await act('PUT', `${merchant}/callback`, { url: 'https://a.example/' })
    const secret = await act('POST', `${merchant}/callback/rotate-secret`, {})

    const { data } = await entries(`&merchantId=${merchantId}`)
    const expected: [string, string, { headers: Headers }][] = [
      ['callback.rotate-secret', merchantId, secret],
      ['callback.set', merchantId, set],
      ['key.revoke', keyId, revoked],
      ['key.rotate', keyId, rotated],
      ['key.issue', keyId, issued],
      ['merchant.change', merchantId, changed],
      ['merchant.create', merchantId, created],
    ]
    expect(data.map(({ action, target, traceId }) => [action, target, traceId])).toEqual(
      expected.map(([action, target, { headers }]) => [action, target, headers.get('x-correlation-id')]),
    )
    for (const entry of data) {
      expect(entry).toMatchObject({ actor: 'owner', note: 'ana', address: '127.0.0.1', merchantId })
      expect(Date.parse(entry.at as string)).toBeGreaterThanOrEqual(began)
      expect(Date.parse(entry.at as string)).toBeLessThanOrEqual(Date.now())
    }
  })

  it('keeps the values that a change replaced', async () => {
    const { body } = await act('POST', '/merchants', { name: 'Old name', feeBps: 10 })
    const merchant = `/merchants/${body.merchantId}`
    await act('PATCH', merchant, { name: 'New name', feeBps: 20 })
    await act('PUT', `${merchant}/callback`, { url: 'https://a.example/' })
    const { data } = await entries(`&merchantId=${body.merchantId}`)
    expect(data.map(({ action, detail }) => [action, detail]).slice(0, 2)).toEqual([
      ['callback.set', { url: 'https://a.example/', before: { url: null } }],
      ['merchant.change', { name: 'New name', feeBps: 20, before: { name: 'Old name', feeBps: 10 } }],
    ])
  })

  const inUtf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
  it.each([
    ['an address', 'bo@shop.example', 'bo@shop.example'],
    ['nothing', '', null],
    ['space', '   ', null],
    ['words', 'two words', 'two words'],
    ['markup', '<b>x</b>', '<b>x</b>'],
    ['UTF-8', inUtf8('Ana García on the phone: “duplicate”'), 'Ana García on the phone: “duplicate”'],
    ['Latin-1', 'José on the phone', 'José on the phone'],
    ['controls', inUtf8(' a\tb\u0085c '), 'a b c'],
    ['200 characters', inUtf8('✓'.repeat(200)), '✓'.repeat(200)],
    ['more of them', inUtf8('✓'.repeat(201)), '✓'.repeat(200)],
  ])('keeps a note of %s beside the operator', async (_, sent, written) => {
    const { body } = await act('POST', '/merchants', { name: 'x' }, sent)
    const { data } = await entries(`&merchantId=${body.merchantId}`)
    expect(data[0]).toMatchObject({ actor: 'owner', note: written })
  })

  it('has no entry for actions that failed, changed nothing or only read', async () => {
    const { merchantId } = await service.createMerchant()
    const merchant = `/merchants/${merchantId}`
    const [{ keyId }] = (await service.admin('GET', `${merchant}/keys`)).body.data
    await act('DELETE', `${merchant}/keys/${keyId}`)
    const before = await entries()
    await act('POST', '/merchants', { name: '' })
    await act('PATCH', merchant, {})
    await act('PATCH', '/merchants/mer_nope', { name: 'x' })
    await act('POST', '/merchants/mer_nope/keys')
    await act('POST', `${merchant}/keys/${keyId}/rotate`)
    await act('DELETE', `${merchant}/keys/${keyId}`)
    await act('DELETE', `${merchant}/keys/key_nope`)
    await act('PUT', `${merchant}/callback`, { url: 'nonsense' })
    await act('POST', `${merchant}/callback/rotate-secret`, { graceSeconds: -1 })
    await act('GET', merchant)
    await service.call('PATCH', `/admin/v1${merchant}`, { body: { name: 'x' } })
    expect(await entries()).toEqual(before)
  })

  it('cannot be changed, not even by the service itself', async () => {
    await service.createMerchant()
    const { db } = service
    await expect(db`update audit_log set actor = 'x'`).rejects.toThrow('append-only')
    await expect(db`delete from audit_log`).rejects.toThrow('append-only')
    await expect(db`truncate audit_log`).rejects.toThrow('append-only')
  })

  it('lists everything page by page, newest first, each entry once', async () => {
    // Some ids have one more digit, so they must be sorted as numbers.
    await service.db`select setval(pg_get_serial_sequence('audit_log', 'audit_id'), 99997)`
    const { merchantId } = await service.createMerchant()
    for (let i = 0; i < 4; i++) await service.admin('POST', `/merchants/${merchantId}/keys`)
    const seen: Entry[] = []
    let cursor = ''
    do {
      const next = cursor && `&cursor=${cursor}`
      const { body } = await service.admin('GET', `/audit?merchantId=${merchantId}&limit=2${next}`)
      expect(body.data.length).toBeLessThanOrEqual(2)
      seen.push(...body.data)
      cursor = body.nextCursor
    } while (cursor)
    expect(seen.map(({ action }) => action)).toEqual([...Array(4).fill('key.issue'), 'merchant.create'])
    expect(seen).toEqual((await entries(`&merchantId=${merchantId}`)).data)
  })

  it('can be filtered by actor and by action', async () => {
    const { body: ana } = await service.admin('POST', '/operators', { name: 'Ana Lima', role: 'admin' })
    const headers = { authorization: `Bearer ${ana.token}` }
    const create = (name: string) =>
      service.call('POST', '/admin/v1/merchants', { headers, body: { name } }).then(({ body }) => body)
    const { merchantId } = await create('First')
    await service.call('POST', `/admin/v1/merchants/${merchantId}/keys`, { headers, body: {} })
    await act('POST', '/merchants', { name: 'By the owner' })
    const actions = async (query: string) => (await entries(query)).data.map(({ action }) => action)
    expect(await actions('&actor=Ana Lima')).toEqual(['key.issue', 'merchant.create'])
    expect(await actions('&actor=Ana Lima&action=key.issue')).toEqual(['key.issue'])
    expect(await actions(`&action=merchant.create&merchantId=${merchantId}`)).toEqual(['merchant.create'])
    expect(await actions('&actor=ana')).toEqual(['key.issue', 'merchant.create'])
    expect(await actions('&actor=OWN&action=operator.add')).toEqual(['operator.add'])
    expect(await actions('&actor=nobody')).toEqual([])
  })

  it('can be filtered by time', async () => {
    const { merchantId } = await service.createMerchant()
    for (const label of ['first', 'second'])
      await service.admin('POST', `/merchants/${merchantId}/keys`, { label })
    const all = (await entries(`&merchantId=${merchantId}`)).data
    const between = async (query: string) =>
      (await entries(`&merchantId=${merchantId}${query}`)).data.map(({ auditId }) => auditId)
    const ids = (are: (entry: Entry) => boolean) => all.filter(are).map(({ auditId }) => auditId)
    const at = all[1]?.at as string
    expect(await between(`&createdFrom=${at}`)).toEqual(ids(entry => (entry.at as string) >= at))
    expect(await between(`&createdTo=${at}`)).toEqual(ids(entry => (entry.at as string) < at))
    expect(await between(`&createdFrom=${at}&createdTo=${at}`)).toEqual([])
  })

  it.each([
    'limit=0',
    'limit=101',
    'cursor=x',
    'cursor=',
    'merchant=x',
    'limit=1&limit=2',
    'createdFrom=yesterday',
    'createdTo=2026-11-18',
  ])('refuses ?%s', async query => {
    expect((await service.admin('GET', `/audit?${query}`)).status).toBe(400)
  })

  it('reads only the lines of the actors found, however old they are', async () => {
    await service.db`
      insert into audit_log (at, actor, action, target, trace_id, detail)
      select now(), case when i <= 5000 then 'Long Gone' else 'owner' end, 'ledger.verify', '', 'trc_' || i, '{}'
      from generate_series(1, 20000) i order by i`
    await service.db`analyze audit_log`
    const { db, plans } = await openExplained(service.config.databaseUrl)
    const period = { createdFrom: null, createdTo: null }
    const found = await listActions(db, { ...period, actors: ['long', 'Long Gone'], after: null, limit: 20 })
    expect(found.map(({ traceId }) => traceId).slice(0, 2)).toEqual(['trc_5000', 'trc_4999'])
    const read = plans.flatMap(withAllBelow).filter(node => node['Relation Name'] === 'audit_log')
    expect(read.reduce((sum, node) => sum + rowsRead(node), 0)).toBeLessThan(100)
  })
})
