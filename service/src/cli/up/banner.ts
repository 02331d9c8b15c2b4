import { styleText } from 'node:util'
import type { Demo } from './demo-merchant.ts'

interface BannerFacts {
  url: string
  /** The address of the operator API and the docs, if they have their own port. */
  adminUrl: string | null
  consoleUrl: string
  sandboxes: Record<string, string>
  dataDir: string
  demo: Demo
  color: boolean
}

const next = [
  ['sandbox pay <svcPaymentId>', 'complete it, as a shopper would'],
  ['listen --forward-to localhost:3000', 'see its callbacks arrive at your server'],
  ['callback secret', 'the secret that signs them'],
  ['--help', 'everything else'],
] as const

export function banner(facts: BannerFacts): string {
  const { url, adminUrl, consoleUrl, sandboxes, dataDir, demo, color } = facts
  const styled = (style: 'bold' | 'dim' | 'cyan') => (text: string) => (color ? styleText(style, text) : text)
  const [bold, dim, link] = [styled('bold'), styled('dim'), styled('cyan')]
  const key = demo.apiKey ?? (demo.keyFile ? `$(cat ${quoted(demo.keyFile)})` : null)
  const firstRun = `
  ${bold('Demo merchant')}  ${dim(`its key is shown once and stored in ${demo.keyFile}`)}
    API key    ${demo.apiKey}
`
  // a different order each time it is pasted, so that it is never taken for a retry
  const tryIt = `
  ${bold('Create a payment')}  ${dim('paste this into another terminal')}
    ORDER=order-$(date +%s)
    curl ${url}/v1/payments/intents \\
      -H "X-Api-Key: ${key}" \\
      -H "Idempotency-Key: $ORDER" -H "Content-Type: application/json" \\
      -d '{"amountCents": 4999, "orderRef": "'$ORDER'"}'
`
  // another terminal does not know a data dir that is set only in this one
  const setting = dataDir === './data' ? '' : `SVC_DATA_DIR=${quoted(dataDir)} `
  const width = Math.max(...next.map(([command]) => command.length))
  const commands = next.map(([text, what]) => `    ${setting}npx svcpay ${text.padEnd(width)}  ${dim(what)}`)
  const [first, ...others] = Object.entries(sandboxes)
  const places = [
    ...(first ? [`    Sandbox    ${link(first[1])}  ${dim('imitates Stripe: no money moves')}`] : []),
    ...others.map(([name, sandboxUrl]) => `    ${name.padEnd(9)}  ${link(sandboxUrl)}`),
    `    Data       ${dataDir}`,
  ]
  return `
  ${bold('svcpay is up')}

    API        ${link(`${url}/v1`)}
    Console    ${link(consoleUrl)}
    Docs       ${link(`${adminUrl ?? url}/docs`)}
${places.join('\n')}
    Log        ${dataDir}/svcpay.log
${demo.apiKey ? firstRun : ''}${key ? tryIt : ''}
  ${bold('Next')}
${commands.join('\n')}

  ${dim('Ctrl-C stops everything.')}
`
}

function quoted(path: string): string {
  return /^[\w./+:@-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
