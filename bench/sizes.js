import { openDb } from 'svcpay/dist/db/db.js'
import { migrate } from 'svcpay/dist/db/migrate.js'
import { readOptions } from './src/arguments.js'
import { hotStatements, plansTable } from './src/hot-statements.js'
import { sizesTable } from './src/sizes.js'

const help = `node bench/sizes.js --database postgres://…

Prints the disk space of a payment, and the plans of the hot statements. To run these statements, it creates ten
payments of a new merchant.

  --database URL    the database (DATABASE_URL)`

const values = readOptions(help, { database: { type: 'string', default: process.env.DATABASE_URL } })
if (!values.database) {
  console.error('Name the database: --database postgres://… or DATABASE_URL.')
  process.exit(1)
}
await migrate(values.database)
const db = openDb(values.database, { maxConnections: 1 })
try {
  console.log(await sizesTable(db))
  console.log(`\n${plansTable(await hotStatements(db, values.database))}`)
} finally {
  await db.end()
}
