import { execFile, execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const script = fileURLToPath(new URL('../../deploy/ha/cluster.sh', import.meta.url))
const run = promisify(execFile)

/** Three servers under Patroni. Under load, the leader is switched over, killed, frozen and cut off. */
export function openPatroni(dir) {
  const control = async (command, ...args) => (await run(script, [command, dir, ...args])).stdout.trim()
  const startedAt = Date.now()
  const say = text => console.log(`${((Date.now() - startedAt) / 1000).toFixed(1)} s: ${text}`)

  return {
    start() {
      process.once('exit', () => execFileSync(script, ['stop', dir]))
      return control('start')
    },

    async trouble(_world, told, until) {
      const phaseMs = (until - Date.now()) / 6
      const phase = async (what, begin, mend) => {
        const from = Date.now()
        const leader = await control('leader')
        await begin(leader)
        say(`${what} (node ${leader})`)
        await pause(Math.max(0, phaseMs - (Date.now() - from)))
        await mend?.(leader)
        const to = Date.now()
        const times = told.answeredAt.filter(at => at >= from && at <= to)
        const gaps = [from, ...times, to].map((at, i, all) => (i === 0 ? 0 : at - all[i - 1]))
        const silence = (Math.max(...gaps) / 1000).toFixed(1)
        say(
          `${what}: ${times.length} answers, longest gap ${silence} s; leader: node ${await control('leader')}`,
        )
      }
      await phase('no fault', async () => {})
      await phase('switchover', () => control('switchover'))
      await phase(
        'leader killed',
        leader => control('kill', leader),
        leader => control('restart', leader),
      )
      await phase(
        'leader frozen',
        leader => control('freeze', leader),
        leader => control('thaw', leader),
      )
      await phase(
        'leader cut off from etcd',
        leader => control('cut', leader),
        leader => control('mend', leader),
      )
      await phase('a node rebuilt', leader => control('rebuild', String((Number(leader) % 3) + 1)))
    },

    async report() {
      say(`the leader at the end is node ${await control('leader')}`)
    },
  }
}
