import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openDb } from '../../src/db/db.ts'
import { refuseUnpreparedPooler } from '../../src/db/pooler.ts'
import { databaseForThisTest } from '../support/database.ts'
import { startService } from '../support/service.ts'

/** A stand-in for a pooler that shows clients one of its typical symptoms. */
async function poolerForThisTest(databaseUrl: string, answer: 'refusal' | 'other process') {
  const { hostname, port } = new URL(databaseUrl)
  const server = createServer(near => {
    near.on('error', () => {})
    if (answer === 'refusal') return near.once('data', () => near.end(startupRefused))
    const far = connect(Number(port), hostname).on('error', () => {})
    near.on('close', () => far.destroy())
    near.pipe(far)
    far.on('data', bytes => {
      const at = bytes.indexOf(backendKey)
      if (at >= 0) bytes.writeUInt32BE(bytes.readUInt32BE(at + 5) ^ 0x4000, at + 5)
      near.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  url.hostname = '127.0.0.1'
  return url.href
}

const backendKey = Buffer.from([0x4b, 0, 0, 0, 12])
const startupRefused = message('E', 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0')

function message(kind: string, text: string): Buffer {
  const head = Buffer.from(`${kind}0000`)
  head.writeUInt32BE(4 + text.length, 1)
  return Buffer.concat([head, Buffer.from(text)])
}

it.each(['refusal', 'other process'] as const)('refuses to start behind a pooler: %s', async answer => {
  const url = await poolerForThisTest(await databaseForThisTest(), answer)
  await expect(startService(url)).rejects.toThrow(
    'DATABASE_URL points to a connection pooler: also set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
  )
})

it('behind a pooler, the role must limit statements', async () => {
  const url = await databaseForThisTest()
  const pooled = await poolerForThisTest(url, 'other process')
  await expect(startService(pooled, { env: { DATABASE_DIRECT_URL: url } })).rejects.toThrow(
    /alter role \w+ set statement_timeout = '15s'; alter role \w+ set idle_in_transaction_session_timeout = '30s';/,
  )
  const db = openDb(url, { maxConnections: 1 })
  await refuseUnpreparedPooler(db)
  await db.end()
})
