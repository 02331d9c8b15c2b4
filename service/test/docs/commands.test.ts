import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { needs } from '../../../vitest.needs.ts'
import { runCommand } from '../../src/cli/program.ts'
import { startReceiver } from '../support/receiver.ts'
import { useUpInstance } from '../support/up-instance.ts'
import { blocksOf, pagesThatAreRun, readPage } from './pages.ts'

const up = useUpInstance({ isHere: true })

/** Values that a reader copies from an earlier answer. Lists are newest first, and the demo merchant is the oldest. */
const placeholders: Record<string, RegExp> = {
  svcPaymentId: /svcpay_[0-9a-z]{26}/,
  merchantId: /mer_[0-9a-z]{26}(?![\s\S]*mer_)/,
  apiKey: /svc_live_\w+/,
  keyId: /key_[0-9a-z]{26}/,
  eventId: /evt_\w+/,
  deliveryId: /dlv_[0-9a-z]{26}/,
  operatorId: /opr_[0-9a-z]{26}/,
  locationId: /tml_\w+/,
  readerId: /tmr_\w+/,
  processorPaymentIntentId: /pi_[0-9A-Za-z]+/,
  processorAccountId: /acct_\w+/,
  connectedAccountId: /acct_\w+/,
}

interface Reader {
  seen: Map<string, string>
  env: Record<string, string>
  addresses: [string, string][]
}

async function newReader(): Promise<Reader> {
  const receiver = await startReceiver()
  return {
    seen: new Map(),
    env: {},
    addresses: [
      ['http://127.0.0.1:8080', up.url],
      ['http://127.0.0.1:12111', sandboxUrl()],
      ['http://localhost:3000/callbacks', receiver.url],
    ],
  }
}

const sandboxUrl = () => /Sandbox +(http\S+)/.exec(up.banner)?.[1] ?? ''

function filledIn(command: string, { seen, addresses }: Reader): string {
  const located = addresses.reduce((line, [from, to]) => line.replaceAll(from, to), command)
  return located.replaceAll(/<(\w+)>/g, (_, name: string) => {
    const value = seen.get(name)
    if (!value) throw new Error(`nothing was printed for <${name}> before: ${command}`)
    return value
  })
}

function remember(printed: string, { seen }: Reader): void {
  for (const [name, shape] of Object.entries(placeholders)) {
    const found = shape.exec(printed)
    if (found) seen.set(name, found[0])
  }
}

async function inShell(command: string, { env }: Reader) {
  const child = spawn('bash', ['-c', command], {
    cwd: up.cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, stdout, stderr }
}

async function perform(command: string, reader: Reader): Promise<string> {
  const [, name = '', value = ''] = /^export (\w+)=(.*)$/.exec(command) ?? []
  if (name !== '') {
    reader.env[name] = (await inShell(`printf %s ${value}`, reader)).stdout
    return ''
  }
  const args = /^npx svcpay (.*)$/s.exec(command)?.[1]?.match(/"[^"]*"|\S+/g)
  const unquoted = args?.map(arg => arg.replaceAll('"', ''))
  if (unquoted?.[0] === 'listen') return await listening(unquoted)
  const outcome = unquoted ? await inProcess(unquoted, never) : await inShell(command, reader)
  expect([outcome.code, command], outcome.stdout + outcome.stderr).toEqual([0, command])
  return outcome.stdout
}

const never = new Promise<string>(() => {})

/** In this process, because starting one for each command would take minutes. */
async function inProcess(args: string[], stopRequested: Promise<string>, onPrint = () => {}) {
  let stdout = ''
  let stderr = ''
  const code = await runCommand(args, {
    env: { SVC_DATA_DIR: up.dataDir },
    cwd: up.cwd,
    print: line => {
      stdout += `${line}\n`
      onPrint()
    },
    printError: line => {
      stderr += `${line}\n`
    },
    stopRequested,
    isTerminal: false,
  })
  return { code, stdout, stderr }
}

/** It runs until Ctrl-C, here until the end of the page. */
async function listening(args: string[]): Promise<string> {
  await new Promise<void>((isListening, failed) => {
    const stopRequested = new Promise<string>(stop => {
      onTestFinished(async () => {
        stop('SIGINT')
        await ended
      })
    })
    const ended = inProcess(args, stopRequested, isListening).catch(failed)
  })
  return ''
}

const isProblem = (printed: string) => /"code":"\w+"/.test(printed) && printed.includes('"traceId":')

describe.each(pagesThatAreRun)('%s', path => {
  it('has commands that work as written', async test => {
    for (const program of ['bash', 'curl', 'openssl']) needs(test, program)
    const reader = await newReader()
    let count = 0
    for (const { info, code } of blocksOf(readPage(path), 'sh')) {
      if (info !== 'sh' && info !== 'sh refused') continue
      for (const line of code.replaceAll('\\\n', ' ').trim().split('\n')) {
        const command = filledIn(line.replace(/ +#.*$/, ''), reader)
        const printed = await perform(command, reader)
        expect([isProblem(printed), command], printed).toEqual([info === 'sh refused', command])
        remember(printed, reader)
        count += 1
      }
    }
    expect(count).toBeGreaterThan(0)
  })
})
