import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from 'svcpay/dist/db/db.js'
import { startChild } from './children.js'
import { startDatabaseServer } from './database.js'
import { fillPayments } from './fill.js'
import { addMerchants } from './merchants.js'
import { allocationsOf, readProfiles } from './profile.js'
import { secrets, startService } from './service.js'

/** Shared by all benches: a database server, a processor, callers and receivers, each in a process of its own. */
export async function startRig(options) {
  const stops = []
  const keep = part => {
    stops.unshift(() => part.stop())
    return part
  }
  const stop = async () => {
    for (const each of stops.splice(0)) await each()
  }
  try {
    const server = keep(await startDatabaseServer())
    const processor = keep(await startChild('processes/processor'))
    const load = keep(await startChild('processes/load', { webhookSecret: secrets.webhook }))
    const receiver = keep(await startChild('processes/receiver'))
    return { options, server, processor, load, receiver, processorUrl: processor.ready, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts whatever one bench needs, and stops all of it when the bench ends. */
export function openBench(rig, report) {
  const ends = []
  const windows = []
  const heaps = []
  const profileDir = rig.options.profile ? mkdtempSync(join(tmpdir(), 'svcpay-profile-')) : null
  const onEnd = end => ends.unshift(end)

  /** A database with merchants, and services that use it. */
  async function openWorld(name, { merchants = 50, payments = 0 } = {}) {
    const databaseUrl = await rig.server.create(name)
    const db = openDb(databaseUrl, { maxConnections: 1 })
    onEnd(async () => {
      await db.end()
      await rig.server.drop(databaseUrl)
    })
    const added = await addMerchants(db, merchants, { receiverUrl: rig.receiver.ready.url })
    if (payments > 0) await fill(databaseUrl, { merchants: added, payments })
    const start = async (role = 'all', env = {}) => {
      const { processorUrl } = rig
      const { allocations } = rig.options
      const service = await startService({ databaseUrl, processorUrl, role, env, profileDir, allocations })
      onEnd(service.stop)
      return service
    }
    return { databaseUrl, db, merchants: added, start }
  }

  async function fill(databaseUrl, { merchants, payments }) {
    const db = openDb(databaseUrl, { maxConnections: 1 })
    const onProgress = done => report(`${done} of ${payments} payments stored`)
    await fillPayments(db, { merchants, payments, onProgress })
    await db.end()
  }

  async function startFloor(databaseUrl) {
    const { processorUrl } = rig
    const floor = await startChild('processes/floor', {
      databaseUrl,
      processorUrl,
      webhookSecret: secrets.webhook,
    })
    onEnd(floor.stop)
    const allocations = rig.options.allocations ? task => floor.ask({ task }) : null
    return { pid: floor.pid, url: floor.ready.url, databaseUrl, allocations }
  }

  async function start(name, settings) {
    const child = await startChild(name, settings)
    onEnd(child.stop)
    return child
  }

  /** Ends everything; the profiles are complete only then. */
  async function close() {
    for (const end of ends.splice(0)) await end()
    const allocations = heaps.length > 0 ? allocationsOf(heaps) : null
    if (!profileDir) return { profile: null, allocations }
    const profile = readProfiles(profileDir, windows)
    await rm(profileDir, { recursive: true })
    return { profile, allocations }
  }

  return { ...rig, report, windows, heaps, openWorld, startFloor, start, close }
}
