import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renewCards } from './client.js'

/**
 * adrienverge/localstripe: test.sh, a paragraph at a time. A paragraph passes if none of its commands fails. One that
 * needs a variable of an earlier paragraph that did not pass is out of scope. The file is written for an API version in
 * which a payment takes only cards unless it says otherwise.
 */
export async function localstripe({ sandbox, path, report }) {
  const folder = mkdtempSync(join(tmpdir(), 'outside-'))
  const state = join(folder, 'state')
  writeFileSync(state, '')
  try {
    for (const [number, paragraph] of paragraphsOf(readFileSync(join(path, 'test.sh'), 'utf8'))) {
      const name = `line ${number}`
      const own = /total_count|"fingerprint"/.exec(paragraph)
      if (own) {
        report.outOfScope(name, `${own[0]} follows localstripe, not Stripe`)
        continue
      }
      await fetch(`${sandbox.url}/_sandbox/requests`, { method: 'DELETE' })
      const { code, errors } = await run(scriptFor(paragraph, sandbox, state), folder)
      if (code !== 0) forget(state, paragraph)
      if (code === 0) report.passed(name)
      else if (/unbound variable/.test(errors))
        report.outOfScope(name, 'it needs something that is out of scope')
      else report.failed(name, await reasonOf(sandbox, errors))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A variable that a paragraph could not set must not keep its earlier value. */
function forget(state, paragraph) {
  const names = [...paragraph.matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  const lines = readFileSync(state, 'utf8').split('\n')
  const kept = lines.filter(line => !names.some(name => line.startsWith(`declare -- ${name}=`)))
  writeFileSync(state, kept.join('\n'))
}

/** With the number of the line each starts at. The first ones set the shell, the host and the key. */
function paragraphsOf(text) {
  const paragraphs = []
  let start = 1
  for (const part of text.split(/(\n\n+)(?=\S)/)) {
    paragraphs.push([start, part])
    start += part.split('\n').length - 1
  }
  return paragraphs.filter(([, paragraph]) => /\bcurl\b/.test(paragraph))
}

function scriptFor(paragraph, { url, secretKey, publishableKey }, state) {
  return `set -euo pipefail
curl() { command curl -H 'Stripe-Version: 2022-11-15' "$@"; }
. '${state}'
HOST=${url} SK=${secretKey}
${adapted(paragraph, publishableKey)}
declare -p | grep -E '^declare -- [a-z]' > '${state}' || true
`
}

/** A payment's list of charges is now its latest charge, which has to be expanded. */
function adapted(paragraph, publishableKey) {
  const payments = /\$HOST\/v1\/payment_intents(\/\$payment_intent(\/capture)?)?(?=\s)/g
  const renamed = paragraph.replaceAll(payments, '$&?expand[]=latest_charge')
  return renewCards(renamed.replaceAll(/pk_test_\w+/g, publishableKey))
}

async function run(script, folder) {
  writeFileSync(join(folder, 'paragraph.sh'), script)
  const child = spawn('bash', [join(folder, 'paragraph.sh')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', chunk => {
    errors += chunk
  })
  const code = await new Promise(resolve => child.on('close', resolve))
  return { code, errors }
}

/** The sandbox's last refusal. */
async function reasonOf({ url }, errors) {
  /** @type {any} */
  const { data } = await (await fetch(`${url}/_sandbox/requests`)).json()
  return (
    data.findLast(({ error }) => error !== null)?.error ?? errors.trim().split('\n').at(-1) ?? 'it failed'
  )
}
