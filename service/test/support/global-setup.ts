import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startEmbeddedPostgres } from 'svcpay-embedded-database'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server with a migrated database `template`, to be cloned. */
    postgresUrl: string
  }
}

/** One real PostgreSQL for the whole run; each test file clones its own database from the template. */
export default async function setup(project: TestProject) {
  const dir = await mkdtemp(join(tmpdir(), 'svcpay-service-test-'))
  const embedded = await startEmbeddedPostgres({ dir, settings: { max_connections: '300' } })
  const { user, password, host, port } = embedded.connection
  const url = `postgres://${user}:${password}@${host}:${port}`
  const server = postgres(`${url}/postgres`, { max: 1 })
  await server`create database template`
  await server.end()
  await migrate(`${url}/template`)
  project.provide('postgresUrl', url)
  return async () => {
    await embedded.stop()
    await rm(dir, { recursive: true, force: true, maxRetries: 10 })
  }
}
