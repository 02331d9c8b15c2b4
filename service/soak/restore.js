import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { startArchivedPostgres } from './base-backup.js'

/**
 * A database is backed up under load, lost, and restored to an earlier moment, while the processor keeps running. Callers
 * repeat all their calls with the same keys: once before the service has restored the lost records, and once after.
 */
export function openRestore() {
  const startedAt = Date.now()
  const say = text => console.log(`${((Date.now() - startedAt) / 1000).toFixed(1)} s: ${text}`)
  const found = []
  let dir
  let archived

  return {
    async start() {
      dir = await mkdtemp(join(tmpdir(), 'svcpay-soak-restore-'))
      archived = await startArchivedPostgres(dir, { max_connections: '200' })
      const server = postgres(`${archived.url}/postgres`, { max: 1 })
      await server`create database soak`
      await server.end()
      return `${archived.url}/soak`
    },

    async trouble(world, told, until, shoppers) {
      const part = (until - Date.now()) / 5
      const count = async () => (await world.db`select count(*)::int as count from payments`)[0].count
      await pause(part)
      await archived.backUp()
      say(`backed up under load, ${told.payments.length} payments`)
      await pause(part)
      const moment = await archived.mark()
      const kept = await count()
      say(`the moment to restore to, ${kept} payments`)
      await pause(2 * part)
      const acknowledged = told.payments.length
      const lostAt = Date.now()
      await world.moveTo(async () => {
        await archived.restoreTo(moment)
        return `${archived.url}/soak`
      })
      const age = ((lostAt - Date.parse(moment)) / 1000).toFixed(0)
      say(
        `restored to ${age} s before the loss: ${acknowledged} payments were acknowledged, ${kept} were kept`,
      )
      found.push(...(await shoppers.repeat()))
      say(`all ${told.sent.length} calls repeated, ${await count()} payments`)
      const incomplete = async () => (await world.db`select 1 from incomplete_histories`).length
      for (const givenUpAt = Date.now() + 120_000; (await incomplete()) > 0; await pause(500))
        if (Date.now() > givenUpAt) {
          found.push({ what: 'history is still incomplete', merchants: await incomplete() })
          break
        }
      say(`history is complete, ${await count()} payments`)
      found.push(...(await shoppers.repeat()))
      say('all calls repeated once more')
    },

    async report(world) {
      const from = new Date(startedAt - 60_000).toISOString()
      const { code, stdout } = await world.command('reconcile', '--url', world.url, '--from', from)
      say(`reconcile: exit code ${code}\n${stdout.trim()}`)
      if (code !== 0) found.push({ what: 'reconcile', code })
      return found
    },

    async stop() {
      await archived.stop()
      await rm(dir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
