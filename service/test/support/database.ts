import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject, onTestFinished } from 'vitest'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A database of its own: a clone of the migrated template, or an empty one. */
export async function createDatabase(from: 'template' | 'empty' = 'template'): Promise<TestDatabase> {
  const base = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const server = postgres(`${base}/postgres`, { max: 1, onnotice: () => {} })
    await server.unsafe(statement).finally(() => server.end())
  }
  await run(`create database ${name} template ${from === 'template' ? 'template' : 'template0'}`)
  return {
    url: `${base}/${name}`,
    drop: () => run(`drop database if exists ${name} with (force)`),
  }
}

/** The same, dropped when the test that asked for it ends. */
export async function databaseForThisTest(from: 'template' | 'empty' = 'template'): Promise<string> {
  const database = await createDatabase(from)
  onTestFinished(database.drop)
  return database.url
}
