import { beforeAll, expect, it } from 'vitest'
import { commandsWith } from '../cli/in-process.ts'
import { startReceiver } from '../support/receiver.ts'
import { useUpInstance } from '../support/up-instance.ts'
import { blocksOf, readPage } from './pages.ts'

const up = useUpInstance({ isHere: true })
const { attempt, svcpay, json } = commandsWith(() => ({ SVC_DATA_DIR: up.dataDir }))
let merchantId: string

beforeAll(async () => {
  merchantId = (await json('merchants', 'list')).data[0].merchantId
})

const triggered = async (type: string): Promise<string> => (await json('trigger', type)).svcPaymentId
const newKey = async (): Promise<string> => (await json('keys', 'create', merchantId)).keyId

/** A failed callback whose endpoint works again. A delivered one would be sent again only with --force. */
async function failedDelivery(): Promise<string> {
  const { merchantId: owner, apiKey } = await json('merchants', 'create', 'Closed', '--callback-url', closed)
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const body = '{"email": "owner@closed.example", "country": "US"}'
  await fetch(`${up.url}/v1/onboarding/account`, { method: 'POST', headers, body })
  await json('trigger', 'payment_intent.succeeded', '--merchant', owner)
  const failed = async () => {
    const { data } = await json('deliveries', 'list', '--merchant', owner)
    return data.filter(({ attempts }: { attempts: number }) => attempts > 0)
  }
  await expect.poll(failed).not.toEqual([])
  await svcpay('callback', 'set', owner, (await startReceiver()).url)
  return (await failed())[0].deliveryId
}
const closed = 'http://127.0.0.1:9/'

/** Replaces the placeholders of a command by values that are created for it. */
async function filledIn(command: string): Promise<string> {
  const makers: Record<string, () => Promise<string>> = {
    merchantId: async () =>
      /\/suspend/.test(command) ? (await json('merchants', 'create', 'Stopped')).merchantId : merchantId,
    keyId: newKey,
    operatorId: async () => (await json('operators', 'add', 'Bo', '--role', 'viewer')).operatorId,
    deliveryId: failedDelivery,
    svcPaymentId: () =>
      triggered(
        /capture|cancel/.test(command)
          ? 'payment_intent.amount_capturable_updated'
          : 'payment_intent.succeeded',
      ),
  }
  let line = command
  for (const [placeholder, name = ''] of command.matchAll(/<(\w+)>/g)) {
    line = line.replace(placeholder, (await makers[name]?.()) ?? placeholder)
  }
  return line
}

const onCall = readPage('docs/operations.md')
const answers = [...onCall.matchAll(/^\|.*`(npx svcpay [^`]+)` \|$/gm)].map(([, command = '']) => command)
const inBlocks = [onCall, readPage('docs/capacity.md')]
  .flatMap(page => blocksOf(page, 'sh'))
  .filter(({ info }) => info === 'sh reference')
  .flatMap(({ code }) => code.trim().split('\n'))
const commands = [...new Set([...answers, ...inBlocks])]

it('the page for people on call answers ten questions', () => {
  expect(answers).toHaveLength(10)
})

it.each(commands)('%s', async command => {
  await svcpay('callback', 'set', merchantId, (await startReceiver()).url)
  const [, ...args] = (await filledIn(command)).match(/"[^"]*"|\S+/g) ?? []
  expect(args[0]).toBe('svcpay')
  const { code, stderr } = await attempt(...args.slice(1).map(arg => arg.replaceAll('"', '')))
  expect(code, stderr).toBe(0)
})
