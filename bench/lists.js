import { openDb } from 'svcpay/dist/db/db.js'
import { migrate } from 'svcpay/dist/db/migrate.js'
import { readOptions } from './src/arguments.js'
import { listsOf } from './src/lists.js'
import { secrets, startService } from './src/service.js'
import { median } from './src/statistics.js'

const help = `node bench/lists.js --database postgres://…/small --database postgres://…/large [options]

Prints how long each list takes to open, in each database.

  --database URL    a database; give several to compare them
  --rounds N        how many times each list is opened (7)`

const values = readOptions(help, {
  database: { type: 'string', multiple: true, default: [] },
  rounds: { type: 'string', default: '7' },
})
if (values.database.length === 0) {
  console.error('Name at least one database: --database postgres://…')
  process.exit(1)
}
const sides = await Promise.all(values.database.map(startSide))
const number = value => value.toLocaleString('en-US', { maximumFractionDigits: 1 })
try {
  console.log(
    `| ms, median (lowest) | ${sides.map(({ payments }) => `${number(payments)} payments`).join(' | ')} |`,
  )
  console.log(`| --- |${' --- |'.repeat(sides.length)}`)
  for (const name of Object.keys(sides[0]?.lists ?? {})) {
    /** @type {number[][]} */
    const times = sides.map(() => [])
    // In turns, so that other load on the machine affects all of them equally.
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const [i, side] of sides.entries()) times[i].push(await timeOf(side, side.lists[name]))
    }
    const cells = times.map(ms => `${number(median(ms))} (${number(Math.min(...ms))})`)
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
} finally {
  await Promise.all(sides.map(({ service }) => service.stop()))
}

async function startSide(databaseUrl) {
  await migrate(databaseUrl)
  const service = await startService({ databaseUrl, processorUrl: 'http://127.0.0.1:1', role: 'api' })
  const db = openDb(databaseUrl, { maxConnections: 1 })
  const found = await listsOf(db).finally(() => db.end())
  const { apiKey } = await call(`${service.url}/admin/v1/merchants/${found.merchantId}/keys`, 'POST', {})
  return { ...found, service, apiKey }
}

async function timeOf({ service, apiKey }, path) {
  const startedAtMs = performance.now()
  await call(service.url + path, 'GET', undefined, path.startsWith('/v1') ? { 'x-api-key': apiKey } : {})
  return performance.now() - startedAtMs
}

/** @returns {Promise<any>} */
async function call(url, method, body, headers = {}) {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${secrets.operatorToken}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: body && JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return await response.json()
}
