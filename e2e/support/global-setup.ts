import { rmSync, writeFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type Chromium, findChromium } from './find-chromium.ts'
import { type Instance, startShared } from './shared-instance.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Null where there is none, and none can be had: browser tests are skipped. */
    chromium: Chromium | null
    instance: Instance
  }
}

/** Read by .ci/run, where a skipped test is a failure. */
const skipped = new URL('../skipped.log', import.meta.url)

/** Before the first file: a browser is looked for, and an instance started. */
export default async function setup(project: TestProject) {
  const found = await findChromium()
  const { instance, stop } = await startShared()
  project.provide('instance', instance)
  if ('chromium' in found) {
    rmSync(skipped, { force: true })
    project.provide('chromium', found.chromium)
    return stop
  }
  const notice = [
    'THE BROWSER TESTS ARE SKIPPED.',
    `${found.missing}.`,
    'To run them, install Chromium or Chrome, or set CHROMIUM_PATH to its program.\n',
  ].join('\n')
  writeFileSync(skipped, notice)
  project.provide('chromium', null)
  console.warn(`\n${notice}`)
  // Said again below the results, where it is seen.
  return async () => {
    await stop()
    console.warn(`\n${notice}`)
  }
}
