import { type Browser, chromium } from 'playwright-core'
import type { Chromium } from './packaged-chromium.ts'

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium takes the last list it is given: this one replaces playwright's. The address bar's own page, which
  // is never seen here, costs each new window as much as ours does; a process kept in reserve is hardly ever used.
  `--disable-features=${[
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    'AimEnabled',
    'DestroyProfileOnBrowserClose',
    'GlobalMediaControls',
    'HttpsUpgrades',
    'MediaRouter',
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
    'SpareRendererForSitePerProcess',
    'Translate',
  ]}`,
  // No page lives long enough to repay the cost of optimizing its scripts or collecting its garbage often.
  '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=16',
  // Only this machine's names resolve.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/**
 * One browser for all files of a worker. One for all workers would cost more, because another process would relay all
 * messages between playwright and the browser. Playwright gives the browser its own profile, and removes it.
 */
export function startBrowser({ executablePath, env }: Chromium): Promise<Browser> {
  // Vitest gives a worker half a second to end: too little for a browser that closes as usual.
  process.once('SIGTERM', () => process.exit())
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: flags,
    handleSIGTERM: false,
  })
}
