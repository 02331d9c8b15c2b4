import { fileURLToPath } from 'node:url'
import type { BrowserServer } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { makeUsedDir } from '../../embedded-database/test/used-dir.ts'
import { findChromium } from './find-chromium.ts'
import { type Instance, startShared } from './shared-instance.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where playwright finds the browser. Null if there is none and none can be fetched: browser tests are skipped. */
    browser: string | null
    instance: Instance
  }
}

const browserTests = fileURLToPath(new URL('..', import.meta.url))

/** Finds a browser and starts an instance before the first file, if one of them is a browser test. */
export default async function setup(project: TestProject) {
  if (!project.vitest.state.getPaths().some(path => path.startsWith(browserTests))) return
  const starts = [startAnyBrowser(), startInstance(project.getProvidedContext().usedDir)] as const
  const [browser, { usedDir, instance, stop }] = await Promise.all(starts).catch(async error => {
    // Otherwise the other one, once started, would keep the run alive.
    const [opened, started] = await Promise.allSettled(starts)
    if (opened.status === 'fulfilled') await opened.value?.close()
    if (started.status === 'fulfilled') await started.value.stop()
    throw error
  })
  project.provide('browser', browser?.wsEndpoint() ?? null)
  project.provide('usedDir', usedDir)
  project.provide('instance', instance)
  return async () => {
    await browser?.close()
    await stop()
  }
}

async function startAnyBrowser(): Promise<BrowserServer | null> {
  const found = await findChromium()
  // loading it takes a second, which runs without browser tests need not wait for
  if ('chromium' in found) return (await import('./shared-browser.ts')).startBrowser(found.chromium)
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
