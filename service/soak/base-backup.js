import { chmod, chown, copyFile, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { startEmbeddedPostgres } from 'svcpay-embedded-database'

/**
 * Starts a PostgreSQL server with WAL archiving. It can be backed up while it runs, and restored to any later moment. Uses
 * PostgreSQL's SQL functions, because the embedded package has no client programs such as pg_basebackup.
 */
export async function startArchivedPostgres(dir, settings = {}) {
  const archive = join(dir, 'archive')
  await chmod(dir, 0o711)
  await mkdir(archive)
  // the server may run as another user
  await chmod(archive, 0o777)
  const stored = `${archive}/%f`
  const copyOut = `cp %p ${stored}.part && mv ${stored}.part ${stored}`
  const archiving = { wal_level: 'replica', archive_mode: 'on', archive_command: copyOut }
  const backup = join(dir, 'backup')
  let home = join(dir, 'live')
  let embedded = await startEmbeddedPostgres({ dir: home, settings: { ...settings, ...archiving } })

  const urlOf = ({ user, password, host, port }) => `postgres://${user}:${password}@${host}:${port}`
  const asking = async work => {
    const server = postgres(`${urlOf(embedded.connection)}/postgres`, { max: 1, onnotice: () => {} })
    return await work(server).finally(() => server.end())
  }

  return {
    get url() {
      return urlOf(embedded.connection)
    },

    async backUp() {
      await asking(async server => {
        await server`select pg_backup_start('backup', fast => true)`
        await copyTree(join(home, 'postgres'), backup)
        // waits until all WAL that the copy needs is archived
        const [{ labelfile }] = await server`select labelfile from pg_backup_stop()`
        await writeAs(join(backup, 'backup_label'), labelfile, backup)
      })
    },

    async mark() {
      return await asking(async server => {
        const [{ moment }] = await server`select clock_timestamp()::text as moment`
        // recovery ends at the first commit after the moment
        await server`select pg_logical_emit_message(true, 'mark', '')`
        const [{ segment }] = await server`select pg_walfile_name(pg_switch_wal()) as segment`
        for (;;) {
          const [{ last }] = await server`select last_archived_wal as last from pg_stat_archiver`
          if (last >= segment) return moment
          await pause(50)
        }
      })
    },

    async restoreTo(moment) {
      const ended = embedded.exited
      process.kill(embedded.pid, 'SIGQUIT')
      await ended
      await embedded.stop()
      const restored = join(dir, 'restored')
      await mkdir(restored)
      await copyFile(join(home, 'postgres-password'), join(restored, 'postgres-password'))
      await rename(backup, join(restored, 'postgres'))
      await writeAs(join(restored, 'postgres', 'recovery.signal'), '', join(restored, 'postgres'))
      home = restored
      embedded = await startEmbeddedPostgres({
        dir: home,
        settings: {
          ...settings,
          wal_level: 'replica',
          restore_command: `cp ${stored} %p`,
          recovery_target_time: moment,
          recovery_target_action: 'promote',
        },
      })
      const failed = embedded.exited.then(error => Promise.reject(error))
      failed.catch(() => {})
      await Promise.race([failed, asking(untilPromoted)])
    },

    stop: () => embedded.stop(),
  }
}

async function untilPromoted(server) {
  for (;;) {
    const [{ recovering }] = await server`select pg_is_in_recovery() as recovering`
    if (!recovering) return
    await pause(50)
  }
}

/** Entries that only the running server needs, or that are in the archive. */
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot', 'pg_stat_tmp'])

/** Copies files that may change, grow or vanish in the meantime, as any backup does; the WAL makes up for it. */
async function copyTree(from, to) {
  const { uid, gid, mode } = await stat(from)
  await mkdir(to, { mode })
  await chown(to, uid, gid)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    try {
      if (leftOut.has(entry.name) && entry.isFile()) continue
      if (leftOut.has(entry.name)) await makeEmpty(source, target)
      else if (entry.isDirectory()) await copyTree(source, target)
      else {
        await copyFile(source, target)
        await chown(target, uid, gid)
      }
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
  }
}

async function makeEmpty(from, to) {
  const { uid, gid, mode } = await stat(from)
  for (const dir of from.endsWith('pg_wal') ? [to, join(to, 'archive_status')] : [to]) {
    await mkdir(dir, { mode })
    await chown(dir, uid, gid)
  }
}

async function writeAs(path, text, owned) {
  const { uid, gid } = await stat(owned)
  await writeFile(path, text, { mode: 0o600 })
  await chown(path, uid, gid)
}
