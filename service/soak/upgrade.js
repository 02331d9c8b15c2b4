import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { buildRelease, commitOfLastRelease } from './release.js'
import { releaseAt, thisRelease } from './world.js'

const run = promisify(execFile)
/** Releases up to this schema cannot run beside this one, so they are stopped first. */
const lastAlone = 9
/** From this schema on, the database records which releases it still supports. */
const firstDeclared = 47

/**
 * The previous release takes payments while its schema is migrated, then runs beside this one for a while, and is
 * replaced, one instance at a time. No caller may notice.
 * @param {{ from?: string | undefined, fill?: string | undefined }} options
 */
export async function openUpgrade({ from, fill }) {
  const before = await buildRelease(from ?? commitOfLastRelease())
  const schema = Math.max(
    ...readdirSync(join(before, 'service/migrations')).map(file => Number.parseInt(file, 10) || 0),
  )
  const startedAt = Date.now()
  const say = text => console.log(`${((Date.now() - startedAt) / 1000).toFixed(1)} s: ${text}`)
  const found = []

  return {
    release: {
      ...releaseAt(join(before, 'service/bin/svcpay.js')),
      prepare: async url => fill && say(await fillDatabase(before, url, fill)),
    },
    start: async () => undefined,
    // 0.1.0 mistakes the release after a partial capture for a refund if the processor lists it as one, and does not
    // recognize a call that is repeated without a key
    isLenient: schema <= lastAlone,

    async trouble(world, told, until) {
      const { apis, worker } = world.processes
      const phaseMs = Math.max(4000, (until - Date.now()) / 6)
      const phase = async (what, work) => {
        const statuses = { ...told.statuses }
        const from = Date.now()
        const watch = watchReadiness(apis)
        const reader = watchReader(world.db)
        await work?.()
        const tookMs = Date.now() - from
        await pause(phaseMs)
        const answers = Object.entries(told.statuses)
          .map(([status, count]) => ({ status: Number(status), count: count - (statuses[status] ?? 0) }))
          .filter(({ count }) => count > 0)
        const unready = watch.stop()
        const waited = await reader.stop()
        const counts = answers.map(({ status, count }) => `${count} × ${status}`).join(', ')
        say(
          `${what} (${tookMs} ms): ${counts}; no instance ready for ${unready} ms, a reader waited ${waited} ms`,
        )
        for (const { status, count } of answers)
          if (status >= 500 && status !== 503) found.push({ what: `answers ${status}`, phase: what, count })
        // older releases, which cannot read that record, report that they are not ready on any newer schema
        if (unready > 0 && schema >= firstDeclared)
          found.push({ what: 'no instance ready', phase: what, unready })
      }
      await phase(`the previous release, on its own schema ${schema}`)
      if (schema <= lastAlone) {
        await phase('stopped, migrated and replaced', async () => {
          // other instances finish its operations
          await apis[0].crash()
          for (const kept of [apis[1], worker]) await kept.end()
          await world.migrateWith(thisRelease)
          say('migrated')
          for (const kept of [...apis, worker]) {
            Object.assign(kept, { release: thisRelease, isEnding: false })
            await kept.run()
          }
          const { code, stdout } = await world.command('reseal')
          if (code !== 0) found.push({ what: 'reseal', code, stdout })
        })
        return
      }
      await phase('migrated while it runs', () => world.migrateWith(thisRelease))
      // other instances finish its operations
      await phase('an API killed, and replaced', async () => {
        apis[0].release = thisRelease
        await apis[0].kill(0)
      })
      const extra = await world.addWorker(thisRelease)
      await phase('a worker of each release', extra.run)
      await phase('the old worker replaced', () => worker.replaceBy(thisRelease))
      await phase('the other API replaced', () => apis[1].replaceBy(thisRelease))
      await extra.end()
    },

    report: async () => found,
  }
}

async function fillDatabase(before, url, payments) {
  const args = ['bench/fill.js', '--payments', String(payments), '--database', url]
  await run(process.execPath, args, { cwd: before, maxBuffer: 2 ** 26 }).catch(error => {
    // before 0.2.0, a program that lost its connection waited for it forever; Node then exits with code 13
    throw error.code === 13 ? new Error('fill.js of the previous release lost the database') : error
  })
  return `${payments} existing payments`
}

/** Measures the longest wait of a reader of the tables that migrations change. */
function watchReader(db) {
  let longestMs = 0
  let isOver = false
  const read = async () => {
    while (!isOver) {
      for (const table of ['payments', 'operations', 'events', 'deliveries', 'ledger_entries']) {
        const from = Date.now()
        await db`select from ${db(table)} limit 1`
        longestMs = Math.max(longestMs, Date.now() - from)
      }
      await pause(50)
    }
  }
  const reading = read()
  // `stop` reports the failure
  reading.catch(() => {})
  return {
    async stop() {
      isOver = true
      await reading
      return longestMs
    },
  }
}

/** Measures how long no instance was ready, as a load balancer would see it. */
function watchReadiness(instances) {
  let unreadyMs = 0
  let isOver = false
  const isReady = ({ url }) =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const watch = async () => {
    while (!isOver) {
      const from = Date.now()
      const ready = await Promise.all(instances.map(isReady))
      await pause(200)
      if (!ready.includes(true)) unreadyMs += Date.now() - from
    }
  }
  void watch()
  return {
    stop() {
      isOver = true
      return unreadyMs
    },
  }
}
