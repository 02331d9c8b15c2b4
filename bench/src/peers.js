import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const folder = fileURLToPath(new URL('../peers', import.meta.url))

/** Installs the queues to compare with, which nothing else needs: fetched once, then kept beside the benchmarks. */
export async function installPeers() {
  if (existsSync(`${folder}/node_modules`)) return
  console.error('Installing the queues to compare with in bench/peers …')
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder })
}
