import type { Config } from '../../../config.ts'
import { type Db, openDb } from '../../../db/db.ts'
import { knownSchema, schemaVersion, servesThisRelease } from '../../../db/migrate.ts'
import { refuseUnpreparedPooler } from '../../../db/pooler.ts'
import { UnusableDatabase } from '../../../db/unavailable.ts'
import {
  ForgottenProcessors,
  refuseForgottenProcessors,
  stillOpenAt,
} from '../../../payments/still-open.sql.ts'
import { readServerFacts, readTrafficFacts, type ServerFacts, type TrafficFacts } from './facts.sql.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

const connectSeconds = 5

/** As the service itself would connect to it. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl: directUrl } = config
  const db = openDb(databaseUrl, {
    maxConnections: 1,
    directUrl,
    connectSeconds,
    applicationName: 'svcpay doctor',
  })
  try {
    await refuseUnpreparedPooler(db)
    const facts = await readServerFacts(db)
    if (!facts) return []
    const version = await schemaVersion(db)
    const isServed = await servesThisRelease(db, version)
    const schema = schemaFinding(version, isServed)
    const findings = [...serverFindings(facts, config), clockFinding(facts.now), schema]
    if (!isServed) return findings
    const processors = await processorFindings(db, config.processors)
    return [...findings, ...trafficFindings(await readTrafficFacts(db)), ...processors]
  } catch (error) {
    if (error instanceof UnusableDatabase)
      return [fault('database', error.message, 'Do so, then run this again.')]
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    const remedy = 'Check DATABASE_URL, the network, and that PostgreSQL lets this user in.'
    return [fault('database', `The database cannot be used (${code}).`, remedy)]
  } finally {
    await db.end()
  }
}

function serverFindings(facts: ServerFacts, { databaseConnections }: Config): Finding[] {
  const faults: [boolean, Finding][] = [
    [
      facts.version < 14,
      fault('database', `PostgreSQL ${facts.version} is too old.`, 'Upgrade it to 14 or later.'),
    ],
    [
      facts.isReadOnly,
      fault('database', 'It is a standby or read-only.', 'Name the primary, or all hosts, in DATABASE_URL.'),
    ],
    [
      facts.encoding !== 'UTF8',
      fault('database', `Its encoding is ${facts.encoding}.`, 'Create the database with encoding UTF8.'),
    ],
    [
      !facts.fsync || !facts.fullPageWrites,
      fault('database', 'A power failure can destroy it.', 'Set fsync and full_page_writes to on.'),
    ],
    [
      ['off', 'local'].includes(facts.synchronousCommit),
      warning(
        'database',
        `synchronous_commit is ${facts.synchronousCommit}: acknowledged payments can be lost.`,
        'Set it to on for the role of the service.',
      ),
    ],
    [
      !facts.autovacuum,
      warning('database', 'autovacuum is off.', 'Set it to on: the tables of queues need it.'),
    ],
    [
      facts.collationChanged,
      warning(
        'database',
        'The system’s collations have changed since indexes were built.',
        'Run REINDEX DATABASE, then ALTER COLLATION … REFRESH VERSION.',
      ),
    ],
    [
      facts.maxConnections - facts.usedConnections < databaseConnections + 1,
      warning(
        'connections',
        `${facts.usedConnections} of ${facts.maxConnections} connections are taken.`,
        'Raise max_connections, or lower SVC_DATABASE_CONNECTIONS.',
      ),
    ],
    [
      facts.replicas === 0,
      warning('replication', 'No replica follows this server.', 'Set one up, unless your provider does.'),
    ],
  ]
  const found = faults.filter(([applies]) => applies).map(([, finding]) => finding)
  const isSound = found.every(({ check }) => check !== 'database')
  return isSound ? [ok('database', `PostgreSQL ${facts.version}, writable.`), ...found] : found
}

async function processorFindings(db: Db, platforms: Config['processors']): Promise<Finding[]> {
  const draining = platforms.filter(({ mode }) => mode === 'drain').map(({ name }) => name)
  const findings = (await stillOpenAt(db, draining)).map(({ processor, openPayments, neededUntil }) =>
    neededUntil
      ? ok(
          'processor',
          `${processor} drains: ${openPayments} payments are open until ${neededUntil.toISOString()}.`,
        )
      : warning('processor', `${processor} has drained.`, 'Take it out of SVC_PROCESSORS.'),
  )
  const known = platforms.map(({ name }) => name)
  const forgotten = await refuseForgottenProcessors(db, known).then(
    () => [],
    error => {
      if (!(error instanceof ForgottenProcessors)) throw error
      return error.lines.map(line => fault('processor', line, 'The service does not start without it.'))
    },
  )
  return [...findings, ...forgotten]
}

const maxApartMs = 2000

function clockFinding(databaseNow: Date): Finding {
  const apartMs = Math.abs(databaseNow.getTime() - Date.now())
  const found = `This machine’s and the database’s clock are ${(apartMs / 1000).toFixed(1)} s apart.`
  if (apartMs <= maxApartMs) return ok('clock', found)
  return warning('clock', found, 'Synchronize both (chrony, systemd-timesyncd).')
}

function schemaFinding(version: number, isServed: boolean): Finding {
  const found = `The schema has version ${version}; this release was made for ${knownSchema}.`
  if (isServed) return ok('schema', found)
  return fault('schema', found, version < knownSchema ? 'Run svcpay migrate.' : 'Start the newer release.')
}

function trafficFindings({ lastEventAt, endpoints, paused }: TrafficFacts): Finding[] {
  const arrival = lastEventAt
    ? ok('webhooks', `The last event came at ${lastEventAt.toISOString()}.`)
    : warning(
        'webhooks',
        'No event has ever come.',
        'Make a test payment; check the address at the processor.',
      )
  if (endpoints === 0 || paused < endpoints)
    return [arrival, ok('callbacks', `${paused} of ${endpoints} endpoints are paused after failures.`)]
  const remedy = 'All fail, so check the way out of this network: firewall, name server, SVC_CALLBACK_PROXY.'
  return [arrival, fault('callbacks', `All ${endpoints} endpoints are paused after failures.`, remedy)]
}
