import { styleText } from 'node:util'
import type { Demo } from './demo-merchant.ts'

export interface BannerFacts {
  url: string
  sandboxUrl: string | null
  dataDir: string
  demo: Demo
  color: boolean
}

/** What a person sees when all is up: where things are, and what to do next. */
export function banner({ url, sandboxUrl, dataDir, demo, color }: BannerFacts): string {
  const bold = (text: string) => (color ? styleText('bold', text) : text)
  const dim = (text: string) => (color ? styleText('dim', text) : text)
  const link = (text: string) => (color ? styleText('cyan', text) : text)

  const key = demo.apiKey ?? (demo.keyFile ? `$(cat ${demo.keyFile})` : null)
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
  return [
    '',
    `  ${bold('svcpay is up')}`,
    '',
    `    API        ${link(`${url}/v1`)}`,
    `    Reference  ${link(`${url}/docs`)}`,
    ...(sandboxUrl ? [`    Sandbox    ${link(sandboxUrl)}  ${dim('the processor: no money moves')}`] : []),
    `    Data       ${dataDir}`,
    '',
    ...firstRun,
    ...tryIt,
    `  ${bold('Next')}`,
    `    npx svcpay sandbox pay <svcPaymentId>         ${dim('complete it, as a shopper would')}`,
    `    npx svcpay listen --forward-to <url>          ${dim('see its callbacks arrive at your server')}`,
    `    npx svcpay merchants create "Corner Bakery"   ${dim('a merchant with its own key')}`,
    `    npx svcpay --help                             ${dim('everything else')}`,
    '',
    `  ${dim('Ctrl-C stops everything.')}`,
    '',
  ].join('\n')
}
