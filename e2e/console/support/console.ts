import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Env } from '../../../service/src/config.ts'
import { useUpInstance } from '../../../service/test/support/up-instance.ts'
import { useBrowser } from '../../support/browser.ts'
import type { Instance } from '../../support/shared-instance.ts'

export type Role = 'viewer' | 'support' | 'admin'

export interface ConsoleUnderTest {
  readonly up: Instance
  readonly url: string
  ownerToken(): string
  /** A new operator's token. */
  tokenFor(role: Role): Promise<string>
  admin<T>(method: string, path: string, body?: object): Promise<T>
  /** A page that nobody has signed in on. */
  newPage(options?: BrowserContextOptions): Promise<Page>
  /** The same, for a test that changes it for good. */
  ownPage(options?: BrowserContextOptions): Promise<Page>
  /** A page on which the owner, or whose token it is, is signed in; it shows the overview, or another path. */
  open(path?: string, options?: BrowserContextOptions & { token?: string }): Promise<Page>
  /** Plays out an event for the demo merchant, and names its payment. */
  trigger(type: string): Promise<string>
}

/** The console of the instance that files share, or of one with settings of its own. */
export function useConsole(env?: Env): ConsoleUnderTest {
  const up = env ? useUpInstance({ env }) : inject('instance')
  const { newPage, ownPage } = useBrowser()
  const ownerToken = () => readFileSync(join(up.dataDir, 'operator-token'), 'utf8').trim()
  const admin = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = {
      authorization: `Bearer ${ownerToken()}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${up.url}/admin/v1${path}`, init)
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return await response.json()
  }
  return {
    up,
    get url() {
      return `${up.url}/console`
    },
    ownerToken,
    admin,
    newPage,
    ownPage,
    async tokenFor(role) {
      const { token } = await admin<{ token: string }>('POST', '/operators', { name: `A ${role}`, role })
      return token
    },
    async open(path = '', { token = ownerToken(), ...options } = {}) {
      const page = await newPage(options)
      const signedIn = await page.request.post(`${up.url}/console/session`, { data: { token } })
      if (!signedIn.ok()) throw new Error(`${signedIn.status()}: ${await signedIn.text()}`)
      await page.goto(`${up.url}/console${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      return page
    },
    async trigger(type) {
      return (await admin<{ svcPaymentId: string }>('POST', '/sandbox/trigger', { type })).svcPaymentId
    },
  }
}
