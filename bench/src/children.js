import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a process. It reports once that it is ready, then answers each task with `{ result }` or `{ error }`. */
export async function startChild(name, settings = {}) {
  const path = fileURLToPath(new URL(`../${name}.js`, import.meta.url))
  const child = fork(path, [JSON.stringify(settings)], { serialization: 'advanced' })
  const ready = await answer(child, name)
  return {
    pid: child.pid,
    ready,
    ask: task => ask(child, name, task),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

export async function ask(child, name, task) {
  child.send(task)
  return await answer(child, name)
}

/** The next message of a child. */
export function answer(child, name) {
  return new Promise((resolve, reject) => {
    const onExit = code => reject(new Error(`${name} ended (${code})`))
    child.once('exit', onExit)
    child.once('message', message => {
      child.off('exit', onExit)
      if (message.error) reject(new Error(`${name}: ${message.error}`))
      else resolve(message.result)
    })
  })
}

/** The other end, in the child. */
export function serveTasks(ready, tasks) {
  const send = message => process.send?.(message)
  process.on('message', async ({ task, ...options }) => {
    try {
      send({ result: await tasks[task](options) })
    } catch (error) {
      send({ error: error.stack })
    }
  })
  process.on('disconnect', () => process.exit())
  send({ result: ready })
}

export const settingsOfChild = () => JSON.parse(process.argv[2] ?? '{}')
