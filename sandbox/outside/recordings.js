import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { application } from '../dist/constants.js'
import { createClient, messageOf } from './client.js'

const idPattern = /[a-z]+_[A-Za-z0-9]{10,}/g

/** The values that recorders hide, and our replacements. */
const hidden = {
  '<HIDDEN-STRIPE_CLIENT_ID>': application,
  // Of another provider, but hidden wherever these characters occur.
  '<VENDOR_ID>': '1',
  '<VENDOR_AUTH_CODE>': 'x',
}

/**
 * VCR cassettes with the answers of Stripe itself. Each call passes if the sandbox answers it with the same status, and
 * an error with the same code. Ids in later requests become those of the sandbox's own objects.
 */
export async function recordings({ sandbox, path, report }) {
  const call = createClient(sandbox)
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(name => /\.ya?ml$/.test(name))
  for (const file of files.sort()) {
    const text = readFileSync(join(path, file), 'utf8')
    if (!text.includes('http_interactions') || !text.includes('stripe.com')) continue
    await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' })
    const whole = text.replaceAll(/<[A-Z_-]+>/g, name => hidden[name] ?? name)
    await replay(call, parse(whole, { logLevel: 'error' }), outcome(file, report))
  }
}

function outcome(file, report) {
  let number = 0
  return (request, why, missing) => {
    const name = `${file.slice(-60)} #${++number} ${request.method.toUpperCase()} ${new URL(request.uri).pathname}`
    if (why === null) report.passed(name)
    else if (missing !== undefined)
      report.outOfScope(name, `it needs ${missing}, which is older than the recording`)
    else report.failed(name, why)
  }
}

async function replay(call, cassette, tell) {
  const ids = new Map()
  const fill = text => text.replaceAll(idPattern, id => ids.get(id) ?? id)
  for (const { request, response } of cassette?.http_interactions ?? []) {
    // Some cassettes hide parts of their addresses.
    if (!URL.canParse(request.uri)) continue
    const url = new URL(request.uri)
    if (!/^(api|connect)\.stripe\.com$/.test(url.hostname)) continue
    const recorded = bodyOf(response)
    const form = `${url.search.slice(1)}${request.body?.string ?? ''}`
    const answer = await call(request.method, fill(url.pathname), fill(form), headersOf(request, fill))
    const named = `${url.pathname} ${form} ${request.headers['Stripe-Account'] ?? ''}`.match(idPattern) ?? []
    const missing = named.find(id => !ids.has(id) && messageOf(answer).includes(`'${id}'`))
    learn(ids, recorded, answer.body)
    tell(request, difference(response.status.code, recorded, answer), missing)
  }
}

function bodyOf(response) {
  try {
    return JSON.parse(response.body.string)
  } catch {
    return {}
  }
}

/** The account and the version that the request was made for. */
function headersOf({ headers }, fill) {
  const sent = {}
  for (const name of ['Stripe-Account', 'Stripe-Version']) {
    const [value] = headers[name] ?? []
    if (value !== undefined) sent[name.toLowerCase()] = fill(value)
  }
  return sent
}

/** Where both answers have an id, the recorded one is mapped to ours. */
function learn(ids, recorded, ours) {
  if (typeof recorded === 'string' && typeof ours === 'string' && /^[a-z]+_[A-Za-z0-9]{10,}/.test(recorded)) {
    ids.set(recorded, ours)
  }
  if (typeof recorded !== 'object' || recorded === null || typeof ours !== 'object' || ours === null) return
  for (const key of Object.keys(recorded)) learn(ids, recorded[key], ours[key])
}

/** Null if there is none. */
function difference(status, { error }, answer) {
  if (answer.status !== status) return `${status} became ${answer.status}: ${messageOf(answer)}`
  const ours = answer.body.error
  return (error?.code ?? null) === (ours?.code ?? null) ? null : `code ${error?.code} became ${ours?.code}`
}
