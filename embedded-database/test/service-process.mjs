// A service as another process sees it: holds the database in the given directory until it is killed.
// Plain JavaScript on the built module, since Node 20 runs no TypeScript.
import { startEmbeddedPostgres } from '../dist/index.js'

const [dir] = process.argv.slice(2)
try {
  const { connection, pid } = await startEmbeddedPostgres({ dir })
  console.log(JSON.stringify({ connection, databasePid: pid }))
} catch (error) {
  console.log(JSON.stringify({ code: error.code, message: error.message }))
}
