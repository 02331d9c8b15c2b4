import { forgottenProcessors, stillOpenAt } from '../../../back-office/still-open.sql.ts'
import type { Config } from '../../../config.ts'
import { type Db, openDb } from '../../../db/db.ts'
import { examineKeys, hasUnreadable } from '../../../db/encryption-keys.sql.ts'
import { knownSchema, schemaVersion, servesThisRelease } from '../../../db/migrate.ts'
import { refuseUnpreparedPooler } from '../../../db/pooler.ts'
import { costOfVersion, whyTooOld } from '../../../db/server-version.ts'
import { codeOf, UnusableDatabase } from '../../../db/unavailable.ts'
import { recentlyRefusedWebhooks } from '../../../inbox/refused-webhooks.sql.ts'
import { readArrivalFacts, readCallbackFacts, readServerFacts, type ServerFacts } from './facts.sql.ts'
import { type Finding, fault, ok, warning } from './finding.ts'
import { arrivalFindings } from './webhooks.ts'

/** Connects in the same way as the service. */
export function connect({ databaseUrl, databaseDirectUrl: directUrl }: Config): Db {
  const applicationName = 'svcpay doctor'
  return openDb(databaseUrl, { maxConnections: 1, directUrl, connectSeconds: 5, applicationName })
}

export async function checkDatabase(config: Config): Promise<Finding[]> {
  const db = connect(config)
  try {
    await refuseUnpreparedPooler(db)
    const facts = await readServerFacts(db)
    if (!facts) return []
    const version = await schemaVersion(db)
    const isServed = await servesThisRelease(db, version)
    const findings = [
      ...serverFindings(facts, config),
      clockFinding(facts.now),
      schemaFinding(version, isServed),
    ]
    if (!isServed) return findings
    return [
      ...findings,
      ...arrivalFindings(config.processors, await readArrivalFacts(db), await recentlyRefusedWebhooks(db)),
      ...(await callbackFindings(db)),
      ...(await processorFindings(db, config.processors)),
      ...(await keyFindings(db, config.encryptionKeys)),
    ]
  } catch (error) {
    if (error instanceof UnusableDatabase)
      return [fault('database', error.message, 'Fix this, then run svcpay doctor again.')]
    const code = codeOf(error) ?? 'unknown'
    const remedy = 'Check DATABASE_URL, the network, and that PostgreSQL accepts this user.'
    return [fault('database', `The database cannot be used (${code}).`, remedy)]
  } finally {
    await db.end()
  }
}

function serverFindings(facts: ServerFacts, { databaseConnections }: Config): Finding[] {
  const { version, encoding, synchronousCommit, usedConnections, maxConnections } = facts
  const found: Finding[] = []
  const isFault = (sentence: string, remedy: string) => found.push(fault('database', sentence, remedy))
  const isRisk = (sentence: string, remedy: string) => found.push(warning('database', sentence, remedy))
  const tooOld = whyTooOld(version)
  const cost = costOfVersion(version)
  if (tooOld) isFault(tooOld, 'Upgrade PostgreSQL: the service does not start on this version.')
  else if (cost) isRisk(cost, 'Upgrade PostgreSQL when you can.')
  if (facts.isReadOnly)
    isFault('It is a standby or read-only.', 'Name the primary, or all hosts, in DATABASE_URL.')
  if (encoding !== 'UTF8') isFault(`Its encoding is ${encoding}.`, 'Create the database with encoding UTF8.')
  if (!facts.fsync || !facts.fullPageWrites)
    isFault('A power failure can destroy it.', 'Set fsync and full_page_writes to on.')
  const isLossy = ['off', 'local'].includes(synchronousCommit)
  const lossy = `synchronous_commit is ${synchronousCommit}: acknowledged payments can be lost.`
  if (isLossy) isRisk(lossy, 'Set it to on for the service’s role.')
  if (!facts.autovacuum) isRisk('autovacuum is off.', 'Set it to on: queue tables need it.')
  const changed = 'The system’s collations have changed since indexes were built.'
  if (facts.collationChanged) isRisk(changed, 'Run REINDEX DATABASE, then ALTER COLLATION … REFRESH VERSION.')
  if (found.length === 0) found.push(ok('database', `PostgreSQL ${version}, writable.`))
  const used = `${usedConnections} of ${maxConnections} connections are in use.`
  if (maxConnections - usedConnections < databaseConnections + 1)
    found.push(warning('connections', used, 'Raise max_connections, or lower SVC_DATABASE_CONNECTIONS.'))
  const alone = 'No replica follows this server.'
  if (facts.replicas === 0)
    found.push(warning('replication', alone, 'Set one up, unless your provider does.'))
  return found
}

async function processorFindings(db: Db, platforms: Config['processors']): Promise<Finding[]> {
  const draining = platforms.filter(({ mode }) => mode === 'drain').map(({ name }) => name)
  const findings = (await stillOpenAt(db, draining)).map(({ processor, openPayments, neededUntil }) => {
    if (!neededUntil)
      return warning('processor', `${processor} has drained.`, 'Remove it from SVC_PROCESSORS.')
    const open = `${openPayments} payments are open until ${neededUntil.toISOString()}`
    return ok('processor', `${processor} is draining: ${open}.`)
  })
  const names = platforms.map(({ name }) => name)
  const forgotten = await forgottenProcessors(db, names)
  return [
    ...findings,
    ...forgotten.map(line => fault('processor', line, 'The service does not start without it.')),
  ]
}

async function keyFindings(db: Db, keys: Config['encryptionKeys']): Promise<Finding[]> {
  const check = 'encryption key'
  const { wrong } = await examineKeys(db, keys)
  if (wrong.length > 0) {
    const remedy = 'Set the right key: the service does not start with this one.'
    return wrong.map(sentence => fault(check, sentence, remedy))
  }
  if (!(await hasUnreadable(db, keys))) return [ok(check, 'The stored values can be decrypted.')]
  const remedy = 'Add the missing key to SVC_ENCRYPTION_KEYS. svcpay reseal counts these values.'
  return [warning(check, 'Some stored values cannot be decrypted with these keys.', remedy)]
}

const maxApartMs = 2000

function clockFinding(databaseNow: Date): Finding {
  const apartMs = Math.abs(databaseNow.getTime() - Date.now())
  const found = `This machine’s clock and the database’s differ by ${(apartMs / 1000).toFixed(1)} s.`
  if (apartMs <= maxApartMs) return ok('clock', found)
  return warning('clock', found, 'Synchronize both (chrony, systemd-timesyncd).')
}

function schemaFinding(version: number, isServed: boolean): Finding {
  const found = `The schema is at version ${version}; this release expects ${knownSchema}.`
  if (isServed) return ok('schema', found)
  return fault('schema', found, version < knownSchema ? 'Run svcpay migrate.' : 'Start the newer release.')
}

async function callbackFindings(db: Db): Promise<Finding[]> {
  const { endpoints, paused } = await readCallbackFacts(db)
  if (endpoints === 0 || paused < endpoints)
    return [ok('callbacks', `${paused} of ${endpoints} endpoints are paused after failures.`)]
  const remedy = 'All fail, so check outbound access: firewall, name server, SVC_CALLBACK_PROXY.'
  return [fault('callbacks', `All ${endpoints} endpoints are paused after failures.`, remedy)]
}
