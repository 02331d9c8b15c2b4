import { rmSync, writeFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { makeUsedDir } from '../../embedded-database/test/used-dir.ts'
import { findChromium } from './find-chromium.ts'
import { startBrowser } from './shared-browser.ts'
import { type Instance, startShared } from './shared-instance.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where playwright finds it. Null where there is none, and none can be had: browser tests are skipped. */
    browser: string | null
    instance: Instance
  }
}

/** Read by .ci/run, where a skipped test is a failure. */
const skipped = new URL('../skipped.log', import.meta.url)

/** Before the first file: a browser is looked for, and an instance started. */
export default async function setup(project: TestProject) {
  const found = await findChromium()
  const usedDir = await makeUsedDir()
  project.provide('usedDir', usedDir.path)
  const { instance, stop: stopInstance } = await startShared(usedDir.path)
  project.provide('instance', instance)
  const stop = async () => {
    await stopInstance()
    await usedDir.remove()
  }
  if ('chromium' in found) {
    rmSync(skipped, { force: true })
    const browser = await startBrowser(found.chromium)
    project.provide('browser', browser.wsEndpoint())
    return async () => {
      await browser.close()
      await stop()
    }
  }
  const notice = [
    'THE BROWSER TESTS ARE SKIPPED.',
    `${found.missing}.`,
    'To run them, install Chromium or Chrome, or set CHROMIUM_PATH to its program.\n',
  ].join('\n')
  writeFileSync(skipped, notice)
  project.provide('browser', null)
  console.warn(`\n${notice}`)
  // Said again below the results, where it is seen.
  return async () => {
    await stop()
    console.warn(`\n${notice}`)
  }
}
