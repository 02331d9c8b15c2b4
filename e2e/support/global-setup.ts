import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { makeUsedDir } from '../../embedded-database/test/used-dir.ts'
import { findChromium } from './find-chromium.ts'
import type { Chromium } from './packaged-chromium.ts'
import { type Instance, startShared } from './shared-instance.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Null if there is none and none can be fetched: browser tests are skipped. */
    chromium: Chromium | null
    instance: Instance
  }
}

const browserTests = fileURLToPath(new URL('..', import.meta.url))

/** Finds a browser and starts an instance before the first file, if one of them is a browser test. */
export default async function setup(project: TestProject) {
  if (!project.vitest.state.getPaths().some(path => path.startsWith(browserTests))) return
  // before the instance, which would keep the run alive if this failed
  project.provide('chromium', await findAnyChromium())
  const { usedDir, instance, stop } = await startInstance(project.getProvidedContext().usedDir)
  project.provide('usedDir', usedDir)
  project.provide('instance', instance)
  return stop
}

async function findAnyChromium(): Promise<Chromium | null> {
  const found = await findChromium()
  if ('chromium' in found) return found.chromium
  const advice = 'install Chromium or Chrome, or set CHROMIUM_PATH to its program'
  console.warn(`\n${found.missing}. To run the browser tests, ${advice}.\n`)
  return null
}

async function startInstance(madeBefore: string | undefined) {
  const usedDir =
    madeBefore === undefined ? await makeUsedDir() : { path: madeBefore, remove: async () => {} }
  const { instance, stop } = await startShared(usedDir.path)
  return {
    instance,
    usedDir: usedDir.path,
    async stop() {
      await stop()
      await usedDir.remove()
    },
  }
}
