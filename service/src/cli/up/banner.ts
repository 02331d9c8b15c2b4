import { styleText } from 'node:util'
import type { Demo } from './demo-merchant.ts'

export interface BannerFacts {
  url: string
  /** Of the operator API and the reference, where they have a port of their own. */
  adminUrl: string | null
  sandboxUrl: string | null
  dataDir: string
  demo: Demo
  color: boolean
}

const next = [
  ['sandbox pay <svcPaymentId>', 'complete it, as a shopper would'],
  ['listen --forward-to <url>', 'see its callbacks arrive at your server'],
  ['merchants create "Corner Bakery"', 'a merchant with its own key'],
] as const

/** What a person sees when all is up: where things are, and what to do next. */
export function banner(facts: BannerFacts): string {
  const { url, adminUrl, sandboxUrl, dataDir, demo, color } = facts
  const bold = (text: string) => (color ? styleText('bold', text) : text)
  const dim = (text: string) => (color ? styleText('dim', text) : text)
  const link = (text: string) => (color ? styleText('cyan', text) : text)

  const key = demo.apiKey ?? (demo.keyFile ? `$(cat ${quoted(demo.keyFile)})` : null)
  const firstRun = demo.apiKey
    ? [
        `  ${bold('Demo merchant')}, shown this once ${dim(`(kept in ${demo.keyFile})`)}`,
        `    API key    ${demo.apiKey}`,
        '',
      ]
    : []
  const tryIt = key
    ? [
        `  ${bold('Create a payment')}`,
        `    curl ${url}/v1/payments/intents \\`,
        `      -H "X-Api-Key: ${key}" \\`,
        `      -H "Idempotency-Key: order-1001" -H "Content-Type: application/json" \\`,
        `      -d '{"amountCents": 4999, "orderRef": "order-1001"}'`,
        '',
      ]
    : []
  const settings = settingsOf(facts)
  const aligned = (command: string, what: string) => `    ${`npx svcpay ${command}`.padEnd(44)}  ${dim(what)}`
  const commands = next.flatMap(([command, what]) =>
    settings === ''
      ? [aligned(command, what)]
      : [`    ${dim(`# ${what}`)}`, `    ${settings}npx svcpay ${command}`],
  )
  return [
    '',
    `  ${bold('svcpay is up')}`,
    '',
    `    API        ${link(`${url}/v1`)}`,
    `    Reference  ${link(`${adminUrl ?? url}/docs`)}`,
    ...(sandboxUrl ? [`    Sandbox    ${link(sandboxUrl)}  ${dim('the processor: no money moves')}`] : []),
    `    Data       ${dataDir}`,
    '',
    ...firstRun,
    ...tryIt,
    `  ${bold('Next')}`,
    ...commands,
    aligned('--help', 'everything else'),
    '',
    `  ${dim('Ctrl-C stops everything.')}`,
    '',
  ].join('\n')
}

/** Another terminal does not have what this one was given: it goes in front of the commands, as in a shell. */
function settingsOf({ url, adminUrl, sandboxUrl, dataDir }: BannerFacts): string {
  const port = portOf(url)
  const sandboxPort = sandboxUrl && portOf(sandboxUrl)
  return [
    hostOf(url) === '127.0.0.1' ? '' : `HOST=${hostOf(url)} `,
    port === '8080' ? '' : `PORT=${port} `,
    adminUrl ? `SVC_ADMIN_HOST=${hostOf(adminUrl)} SVC_ADMIN_PORT=${portOf(adminUrl)} ` : '',
    !sandboxPort || sandboxPort === '12111' ? '' : `SANDBOX_PORT=${sandboxPort} `,
    dataDir === './data' ? '' : `SVC_DATA_DIR=${quoted(dataDir)} `,
  ].join('')
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '')
}

/** A URL leaves 80 out. */
function portOf(url: string): string {
  return new URL(url).port || '80'
}

function quoted(path: string): string {
  return /^[\w./+:@-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
