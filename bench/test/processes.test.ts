import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { cpuMsOfFamily } from '../src/processes.js'

test('the CPU time of a process includes that of its children', async () => {
  const busy = `while (process.cpuUsage().user < 200_000) {}
    process.send(null)
    setInterval(() => {}, 1000)`
  const before = cpuMsOfFamily(process.pid) - ownMs()
  const child = fork('-e', [busy])
  onTestFinished(() => void child.kill())
  await once(child, 'message')
  expect(cpuMsOfFamily(process.pid) - ownMs() - before).toBeGreaterThan(150)
})

function ownMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
