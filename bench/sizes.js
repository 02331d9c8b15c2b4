import { parseArgs } from 'node:util'
import { openDb } from '../service/dist/db/db.js'
import { migrate } from '../service/dist/db/migrate.js'
import { hotStatements, plansTable } from './src/hot-statements.js'
import { sizesTable } from './src/sizes.js'

// node bench/sizes.js --database postgres://…: the disk space of a payment, and the plans of the hot statements.
// It creates ten payments of a new merchant, so that these statements run.
const { values } = parseArgs({ options: { database: { type: 'string', default: process.env.DATABASE_URL } } })
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
