import { setTimeout } from 'node:timers/promises'
import { readConfig } from '../../service/dist/config.js'
import { createLogger } from '../../service/dist/log.js'
import { startServer } from '../../service/dist/server.js'
import { startChild } from './children.js'
import { addMerchants } from './merchants.js'
import { webhookBytes } from './requests.js'
import { environment, secrets } from './service.js'

const payments = 10

/** Takes payments from creation to the merchant's answer, and returns the statements that this ran. */
export async function hotStatements(db, databaseUrl) {
  const processor = await startChild('processes/processor')
  const receiver = await startChild('processes/receiver')
  const [merchant] = await addMerchants(db, 1, { receiverUrl: receiver.ready.url })
  const config = readConfig(environment({ databaseUrl, processorUrl: processor.ready }), 'serve')
  const service = await startServer({ config, role: 'all', log: createLogger('silent').log })
  const sent = followStatements(service.db)
  try {
    await db`create extension if not exists pg_stat_statements`
    await db`select pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()), 0)`
    for (let n = 0; n < payments; n++) await takePayment(service.url, merchant, n)
    await untilDelivered(db, merchant)
  } finally {
    await service.stop()
    await processor.stop()
    await receiver.stop()
  }
  return await describe(db, sent)
}

/** The statements sent, by text, with the settings of their transaction. */
function followStatements(db) {
  const sent = new Map()
  const settings = new Map()
  db.options.debug = (connection, text) => {
    if (/^(commit|rollback)/.test(text)) settings.delete(connection)
    else if (/^set local/.test(text)) settings.set(connection, text)
    else sent.set(text, settings.get(connection) ?? '')
  }
  return sent
}

async function takePayment(url, { apiKey, accountId }, n) {
  const key = { 'x-api-key': apiKey }
  const created = await call(`${url}/v1/payments/intents`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/json', 'idempotency-key': `hot-${Date.now()}-${n}` },
    body: '{"amountCents":5000,"currency":"usd"}',
  })
  await call(`${url}/v1/payments/${created.svcPaymentId}`, { headers: key })
  const bytes = webhookBytes(
    [created.svcPaymentId, created.processorPaymentIntentId, accountId],
    secrets.webhook,
  )
  const [head, body] = bytes.toString().split('\r\n\r\n')
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map(line => line.split(': '))
      .filter(([name]) => !/^(host|content-length)$/i.test(name)),
  )
  await call(`${url}/webhooks/processor`, { method: 'POST', headers, body })
}

async function call(url, options) {
  const response = await fetch(url, options)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return await response.json().catch(() => null)
}

async function untilDelivered(db, { merchantId }) {
  for (let tries = 0; tries < 100; tries++) {
    const [{ delivered }] = await db`
      select count(*)::int as delivered from deliveries where merchant_id = ${merchantId} and state = 'delivered'`
    if (delivered === payments) return
    await setTimeout(100)
  }
  throw new Error('the callbacks were not delivered')
}

/** How each begins, or what only it contains. */
const hot = {
  'Create: claim': /^with "claimed" as/,
  'Create: finish': /^with "ended" as .* insert into payments/,
  Retrieve: / as refunds from payments/,
  'Webhook: read': /^select g\.item, a\.merchant_id as owner_id/,
  'Webhook: write': /insert into events/,
  'Callbacks: read': /^select e\.merchant_id, e\.quick/,
  'Callbacks: settle': /insert into delivery_attempts/,
}

async function describe(db, sent) {
  const counted = await db`
    select query, mean_exec_time as ms, (shared_blks_hit + shared_blks_read)::float8 / calls as pages
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
    order by calls desc`
  const statements = []
  for (const [name, shape] of Object.entries(hot)) {
    const text = [...sent.keys()].find(candidate => shape.test(inOneLine(candidate)))
    const row = counted.find(({ query }) => shape.test(inOneLine(query)))
    if (!text || !row) throw new Error(`no statement matched "${name}"`)
    statements.push({ name, pages: row.pages, ms: row.ms, ...(await planOf(db, text, sent.get(text))) })
  }
  return statements
}

const inOneLine = text => text.replaceAll(/\s+/g, ' ').trim()

/** The generic plan, for any values of the parameters. */
async function planOf(db, text, settings) {
  const [row] = await db.begin(async tx => {
    await tx.unsafe(settings)
    return await tx.unsafe(`explain (generic_plan, format json) ${text}`)
  })
  const nodes = nodesOf(row['QUERY PLAN'][0].Plan)
  const unique = names => [...new Set(names.filter(Boolean))].sort()
  return {
    indexes: unique(nodes.map(node => node['Index Name'])),
    whole: unique(nodes.map(node => node['Node Type'] === 'Seq Scan' && node['Relation Name'])),
  }
}

const nodesOf = node => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

export function plansTable(statements) {
  const lines = statements.map(({ name, pages, ms, indexes, whole }) =>
    [name, Math.round(pages), ms.toFixed(1), indexes.join(', '), whole.join(', ')].join(' | '),
  )
  return [
    '| Statement | Pages a call | ms | Indexes | Tables read as a whole |',
    '| --- | --- | --- | --- | --- |',
    ...lines.map(line => `| ${line} |`),
  ].join('\n')
}
