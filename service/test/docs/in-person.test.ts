import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { usePaying } from '../support/paying.ts'
import { blocksOf, readPage } from './pages.ts'

const paying = usePaying()
const [program] = blocksOf(readPage('docs/in-person.md'), 'js')

interface Settings {
  onFetchConnectionToken(): Promise<string>
}

/** A substitute for Stripe's SDK, which returns errors instead of throwing them. */
function terminalOf(calls: unknown[], answers: Record<string, object>) {
  const step = (name: string, result: object) => async (given?: unknown) => {
    calls.push(given === undefined ? [name] : [name, given])
    return answers[name] ?? result
  }
  return {
    create: ({ onFetchConnectionToken }: Settings) => ({
      discoverReaders: async () => {
        try {
          calls.push(['token', await onFetchConnectionToken()])
        } catch (error) {
          return { error: { message: (error as Error).message } }
        }
        return await step('discover', { discoveredReaders: ['the reader'] })()
      },
      connectReader: step('connect', { reader: 'the reader' }),
      collectPaymentMethod: step('collect', { paymentIntent: 'the intent' }),
      processPayment: step('process', { paymentIntent: 'the intent' }),
    }),
  }
}

/** The program's calls of the SDK, and the messages that the cashier saw. */
async function run({ answers = {}, apiKey = paying.merchant.apiKey } = {}) {
  const calls: unknown[] = []
  const shown: string[] = []
  const ended: unknown = runInNewContext(program?.code ?? '', {
    StripeTerminal: terminalOf(calls, answers),
    // the till's own server, which calls svcpay
    fetch: (_path: string, init: RequestInit) =>
      fetch(`${paying.service.url}/v1/terminal/connection-token`, {
        ...init,
        headers: { 'x-api-key': apiKey },
      }),
    clientSecret: 'pi_1_secret_2',
    show: (text: string) => void shown.push(text),
  })
  await ended
  return { calls, shown }
}

it('collects a payment with a connection token of the service', async () => {
  expect(await run()).toEqual({
    calls: [
      ['token', expect.stringMatching(/^pst_/)],
      ['discover'],
      ['connect', 'the reader'],
      ['collect', 'pi_1_secret_2'],
      ['process', 'the intent'],
    ],
    shown: [],
  })
})

it.each(['discover', 'connect', 'collect', 'process'])('stops if it cannot %s', async name => {
  const { calls, shown } = await run({ answers: { [name]: { error: { message: `cannot ${name}` } } } })
  expect(calls.at(-1)).toContain(name)
  expect(shown).toEqual([`cannot ${name}`])
})

it('reports a missing reader or token', async () => {
  const answers = { discover: { discoveredReaders: [] } }
  expect((await run({ answers })).shown).toEqual(['No reader was found'])
  expect(await run({ apiKey: 'rubbish' })).toEqual({ calls: [], shown: ['The server answered 401'] })
})
