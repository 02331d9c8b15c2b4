import type { Context } from './cli/context.ts'
import { runCommand } from './cli/program.ts'
import { readEnvironment } from './config.ts'

const context: Context = {
  env: readEnvironment(process.cwd()),
  cwd: process.cwd(),
  print: text => console.log(text),
  printError: text => console.error(text),
  stopRequested: stopRequested(),
  isTerminal: process.stdout.isTTY === true,
}

const duplicateSignalMs = 500

/**
 * The first signal asks for an orderly stop; a second one ends the process at once. Under npm, Ctrl-C arrives twice, from
 * the terminal and from npm, so a second signal within a moment counts as the same one.
 */
function stopRequested(): Promise<string> {
  return new Promise(resolve => {
    let askedAt: number | null = null
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (askedAt !== null && performance.now() - askedAt > duplicateSignalMs) process.exit(130)
        askedAt ??= performance.now()
        resolve(signal)
      })
    }
  })
}

/** If the reader of a pipe is slow, unwritten output would be lost. */
async function exit(code: number): Promise<never> {
  const written = (stream: NodeJS.WriteStream) =>
    new Promise(resolve => {
      // the reader may have gone, as `head` does
      stream.once('error', resolve)
      stream.write('', resolve)
    })
  await Promise.all([process.stdout, process.stderr].map(written))
  process.exit(code)
}

try {
  await exit(await runCommand(process.argv.slice(2), context))
} catch (error) {
  console.error(error)
  await exit(1)
}
