import { openDb } from 'svcpay/dist/db/db.js'
import { migrate } from 'svcpay/dist/db/migrate.js'
import { readOptions } from './src/arguments.js'
import { fillPayments } from './src/fill.js'
import { addMerchants } from './src/merchants.js'

const help = `node bench/fill.js --database postgres://… [options]

Fills a database with payments, as after months of business.

  --database URL    the database (DATABASE_URL)
  --payments N      payments (1000000)
  --merchants N     their merchants (50)
  --processor NAME  their processor (stripe); the database of npm start knows only "sandbox"`

const values = readOptions(help, {
  payments: { type: 'string', default: '1000000' },
  merchants: { type: 'string', default: '50' },
  processor: { type: 'string', default: 'stripe' },
  database: { type: 'string', default: process.env.DATABASE_URL },
})
if (!values.database) {
  console.error('Name the database to fill: --database postgres://… or DATABASE_URL.')
  process.exit(1)
}
const payments = Number(values.payments)
const { processor } = values
await migrate(values.database)
const db = openDb(values.database, { maxConnections: 1 })
const began = performance.now()
const seconds = () => ((performance.now() - began) / 1000).toFixed(1)
try {
  const merchants = await addMerchants(db, Number(values.merchants), { processor })
  const onProgress = done => process.stderr.write(`\r${done} of ${payments} payments, ${seconds()} s`)
  await fillPayments(db, { merchants, processor, payments, onProgress })
  const [{ size }] = await db`select pg_size_pretty(pg_database_size(current_database())) as size`
  console.log(`\n${payments} payments of ${merchants.length} merchants in ${seconds()} s, ${size}`)
} finally {
  await db.end()
}
