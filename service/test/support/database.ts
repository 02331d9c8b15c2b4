import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject, onTestFinished } from 'vitest'
import { forTests } from './cluster.ts'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A database of its own: a clone of the migrated template, or an empty one. */
export async function createDatabase(from: 'template' | 'empty' = 'template'): Promise<TestDatabase> {
  const base = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // on a cluster, the parts of a database on all nodes are cloned together
  const run = async (statement: string) => {
    for (const node of [base, ...inject('otherNodes')]) await administer(node, statement)
  }
  const original = from === 'template' ? (inject('template') ?? 'template') : 'template0'
  await run(`create database ${name} template ${original} strategy file_copy`)
  if (inject('otherNodes').length > 0) for (const setting of forTests(name)) await run(setting)
  return {
    url: `${base}/${name}`,
    drop: async () => {
      await run(`update pg_database set datallowconn = false where datname = '${name}'`)
      await drop(() => run(`drop database if exists ${name} with (force)`))
    },
  }
}

/** A connection costs more than what is said over it: a worker has one to each server, for all its files. */
const administrators = new Map<string, postgres.Sql>()

async function administer(node: string, statement: string): Promise<void> {
  const known = administrators.get(node)
  const server = known ?? postgres(`${node}/postgres`, { max: 1, onnotice: () => {} })
  if (!known) administrators.set(node, server)
  await server.unsafe(statement)
}

/** Where Citus is at work on a database, it may connect again while the others are being disconnected. */
async function drop(tryToDrop: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    const error = await tryToDrop().then(
      () => null,
      (failure: { code?: string }) => failure,
    )
    if (!error) return
    if (error.code !== '55006' || tries === 5) throw error
  }
}

/** The same, dropped when the test that asked for it ends. */
export async function databaseForThisTest(from: 'template' | 'empty' = 'template'): Promise<string> {
  const database = await createDatabase(from)
  onTestFinished(database.drop)
  return database.url
}
