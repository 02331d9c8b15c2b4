import { setTimeout } from 'node:timers/promises'
import { readConfig } from 'svcpay/dist/config.js'
import { createLogger } from 'svcpay/dist/log.js'
import { startServer } from 'svcpay/dist/server.js'
import { startChild } from './children.js'
import { addMerchants } from './merchants.js'
import { webhookBytes } from './requests.js'
import { environment, secrets } from './service.js'

const payments = 10

/**
 * Runs payments from creation to the merchant's answer to the callback, and returns the statements executed. The number
 * of pages that each one read is known only if the server preloads pg_stat_statements.
 */
export async function hotStatements(db, databaseUrl) {
  const [{ isCounted }] = await db`
    select current_setting('shared_preload_libraries') like '%pg_stat_statements%' as is_counted`
  const processor = await startChild('processes/processor')
  const receiver = await startChild('processes/receiver')
  const [merchant] = await addMerchants(db, 1, { receiverUrl: receiver.ready.url })
  const config = readConfig(environment({ databaseUrl, processorUrl: processor.ready }), 'serve')
  const service = await startServer({ config, role: 'all', log: createLogger('silent').log })
  const sent = followStatements(service.db)
  try {
    if (isCounted) await resetCounts(db)
    for (let n = 0; n < payments; n++) await takePayment(service.url, merchant, n)
    await untilDelivered(db, merchant)
  } finally {
    await service.stop()
    await processor.stop()
    await receiver.stop()
  }
  return await describe(db, sent, isCounted ? await countsOf(db) : [])
}

async function resetCounts(db) {
  await db`create extension if not exists pg_stat_statements`
  await db`select pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()), 0)`
}

async function countsOf(db) {
  return await db`
    select query, mean_exec_time as ms, (shared_blks_hit + shared_blks_read)::float8 / calls as pages
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
    order by calls desc`
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

/** @returns {Promise<any>} */
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

/** Recognizes each statement by its beginning, or by text that no other statement contains. */
const hot = {
  'Create: claim': /^with "claimed" as/,
  'Create: finish': /^with "ended" as .* insert into payments/,
  Retrieve: / as refunds\b.* from payments where \(merchant_id, payment_id\) in/,
  'Webhook: read': / as may_predate_account\b/,
  'Webhook: write': /insert into events/,
  'Callbacks: read': /^select e\.merchant_id, e\.quick/,
  'Callbacks: settle': /insert into delivery_attempts/,
}

async function describe(db, sent, counted) {
  const statements = []
  for (const [name, shape] of Object.entries(hot)) {
    const text = [...sent.keys()].find(candidate => shape.test(inOneLine(candidate)))
    const row = counted.find(({ query }) => shape.test(inOneLine(query)))
    if (!text) throw new Error(`no statement matched "${name}"`)
    statements.push({ name, pages: row?.pages, ms: row?.ms, ...(await planOf(db, text, sent.get(text))) })
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
    [name, pages?.toFixed() ?? '–', ms?.toFixed(1) ?? '–', indexes.join(', '), whole.join(', ')].join(' | '),
  )
  const isCounted = statements.some(({ pages }) => pages !== undefined)
  return [
    '| Statement | Pages per call | ms | Indexes | Tables read in full |',
    '| --- | --- | --- | --- | --- |',
    ...lines.map(line => `| ${line} |`),
    ...(isCounted
      ? []
      : ['\nPages and ms need pg_stat_statements in the server’s shared_preload_libraries.']),
  ].join('\n')
}
