import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { operatorToken } from '../../support/service.ts'
import { first, second, useTwoProcessors } from '../../support/two-processors.ts'
import { run } from '../in-process.ts'

const two = useTwoProcessors()

const move = (url: string, ...args: string[]) =>
  run(['merchants', 'move', ...args, '--url', url, '--token', operatorToken])

it('a merchant is moved at once, as soon as it is enabled, and back', async () => {
  const { merchantId } = await two.addMerchantAt(first)
  const { url } = two.service
  const early = await move(url, merchantId, '--to', second)
  expect([early.code, early.stderr]).toEqual([1, expect.stringMatching(/no account at "stripe-eu"/)])
  const waiting = await move(url, merchantId, '--to', second, '--when-enabled')
  expect([waiting.code, waiting.stdout]).toEqual([0, expect.stringMatching(/moves to +stripe-eu/)])
  await two.onboard(second, await two.connect(merchantId, second))
  expect((await move(url, merchantId, '--to', second)).stdout).toMatch(/processor +stripe-eu/)
  expect((await move(url, merchantId, '--to', first)).stdout).toMatch(/processor +sandbox/)
  expect((await move(url, '--to', second)).stderr).toMatch(/Name one merchant, or pass --all/)
})

it('--all moves all merchants that can take payments there', async () => {
  const ready = [await two.addMerchant(), await two.addMerchant()]
  const early = await two.addMerchantAt(first)
  const { code, stdout } = await move(
    two.service.url,
    '--all',
    '--to',
    second,
    '--percent',
    '1',
    '--pause',
    '0',
  )
  expect([code, stdout]).toEqual([0, expect.stringMatching(/cannot take payments at stripe-eu yet/)])
  const processorOf = async ({ merchantId }: { merchantId: string }) =>
    (await two.service.admin('GET', `/merchants/${merchantId}`)).body.processor
  expect(await Promise.all([...ready, early].map(processorOf))).toEqual([second, second, first])
})

describe('waves of merchants', () => {
  /** Imitates the operator API, with a success rate that the test sets. */
  async function operatorApi(succeededOf: (movedSoFar: number) => number) {
    const accounts = [{ processor: second, processorAccountId: 'acct_1', onboardingStatus: 'enabled' }]
    const data = Array.from({ length: 40 }, (_, n) => {
      return { merchantId: `mer_${n}`, processor: first, nextProcessor: null, accounts }
    })
    const moved: string[] = []
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://api')
      const [, merchantId = ''] = /merchants\/(mer_\d+)\/processor$/.exec(url.pathname) ?? []
      if (merchantId) moved.push(merchantId)
      const isBefore =
        Date.parse(url.searchParams.get('to') ?? '') - Date.parse(url.searchParams.get('from') ?? '') >
        3_600_000
      const succeeded = isBefore ? 100 : succeededOf(moved.length)
      const answer = url.pathname.endsWith('/stats')
        ? { payments: { succeeded, failed: 100 - succeeded } }
        : { data, nextCursor: null }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return { moved, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  it('continue while payments succeed as before', async () => {
    const { url, moved } = await operatorApi(() => 98)
    const { code, stdout } = await move(url, '--all', '--to', second, '--percent', '25', '--pause', '0')
    expect([code, moved.length, stdout.match(/moved to/g)?.length]).toEqual([0, 40, 4])
  })
})
