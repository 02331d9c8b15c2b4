import postgres from 'postgres'
import { migrate } from '../../src/db/migrate.ts'
import type { TestPostgres } from './global-setup.ts'

/** Enough that merchants fall on different nodes, and few enough to be cloned quickly. */
const shards = 4

interface Node {
  name: string
  port: number
}

/**
 * Creates a migrated database `template` on every node of a Citus cluster. Cloned on every node, it is a complete
 * distributed database again, because Citus stores its metadata inside the database.
 */
export async function prepareCluster(coordinatorUrl: string): Promise<TestPostgres> {
  const given = new URL(coordinatorUrl)
  const urlOf = ({ name, port }: Node) => `postgres://${given.username}:${given.password}@${name}:${port}`
  const nodes = await nodesOf(coordinatorUrl)
  const coordinator = { name: given.hostname, port: Number(given.port) }
  const workers = nodes.filter(({ port, name }) => port !== coordinator.port || name !== coordinator.name)
  const all = [coordinator, ...workers]
  const everywhere = async (database: string, ...statements: string[]) => {
    for (const node of all) await runOn(`${urlOf(node)}/${database}`, statements)
  }
  await everywhere('postgres', allow(true), 'drop database if exists template with (force)')
  for (const name of await leftDatabases(coordinatorUrl)) {
    await everywhere('postgres', `drop database if exists ${name} with (force)`)
  }
  await everywhere(
    'postgres',
    'create database template',
    `alter database template set citus.shard_count = ${shards}`,
  )
  await everywhere('template', 'create extension citus')
  await runOn(`${urlOf(coordinator)}/template`, [
    `select citus_set_coordinator_host('${coordinator.name}', ${coordinator.port})`,
    ...workers.map(({ name, port }) => `select citus_add_node('${name}', ${port})`),
  ])
  await migrate(`${urlOf(coordinator)}/template`)
  await everywhere('postgres', allow(false), endConnections)
  const [url = '', ...otherNodes] = all.map(urlOf)
  return { url, otherNodes, usedDir: 'not used on a cluster', stop: async () => {} }
}

async function nodesOf(coordinatorUrl: string): Promise<Node[]> {
  const server = postgres(coordinatorUrl, { max: 1 })
  return await server<Node[]>`
    select nodename as name, nodeport as port from pg_dist_node where groupid <> 0 order by nodeport`.finally(
    () => server.end(),
  )
}

/** Databases of an aborted run, and copies that tests have restored. */
async function leftDatabases(coordinatorUrl: string): Promise<string[]> {
  const server = postgres(coordinatorUrl, { max: 1 })
  const rows = await server<{ name: string }[]>`
    select datname as name from pg_database where datname like 'test\\_%'`.finally(() => server.end())
  return rows.map(({ name }) => name)
}

/** Lets tests change tables and sessions on all nodes: they switch off triggers to backdate entries. */
export const forTests = (database: string) => [
  `alter database ${database} set citus.enable_unsafe_triggers = on`,
  `alter database ${database} set citus.propagate_set_commands = 'local'`,
]

/** A database with open connections cannot be cloned, and Citus itself would connect. */
const allow = (connections: boolean) =>
  `update pg_database set datallowconn = ${connections} where datname = 'template'`

const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'template'`

async function runOn(url: string, statements: string[]): Promise<void> {
  const server = postgres(url, { max: 1, onnotice: () => {} })
  try {
    for (const statement of statements) await server.unsafe(statement)
  } finally {
    await server.end()
  }
}
