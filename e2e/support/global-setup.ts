import type { BrowserServer } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { makeUsedDir } from '../../embedded-database/test/used-dir.ts'
import { findChromium } from './find-chromium.ts'
import { startBrowser } from './shared-browser.ts'
import { type Instance, startShared } from './shared-instance.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where playwright finds the browser. Null if there is none and none can be fetched: browser tests are skipped. */
    browser: string | null
    instance: Instance
  }
}

/** Finds a browser and starts an instance before the first file. */
export default async function setup(project: TestProject) {
  const starts = [startAnyBrowser(), startInstance()] as const
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
  if ('chromium' in found) return startBrowser(found.chromium)
  const advice = 'install Chromium or Chrome, or set CHROMIUM_PATH to its program'
  console.warn(`\n${found.missing}. To run the browser tests, ${advice}.\n`)
  return null
}

async function startInstance() {
  const usedDir = await makeUsedDir()
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
