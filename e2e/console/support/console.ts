import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Env } from '../../../service/src/config.ts'
import { useUpInstance } from '../../../service/test/support/up-instance.ts'
import { type Browsing, type Keeping, type Look, useBrowser } from '../../support/browser.ts'
import type { Instance } from '../../support/shared-instance.ts'

export type Role = 'viewer' | 'support' | 'admin'

export interface ConsoleUnderTest {
  readonly up: Instance
  readonly url: string
  ownerToken(): string
  /** A new operator's token. */
  tokenFor(role: Role): Promise<string>
  admin<T>(method: string, path: string, body?: object): Promise<T>
  /** A page without a session. */
  newPage(look?: Look): Promise<Page>
  /** The same, for a test that changes the page permanently. */
  ownPage: Browsing['ownPage']
  /**
   * A page signed in as the owner, or with a token, that shows the overview or another path. The owner's page stays
   * signed in between tests and navigates as by a link: loading the console takes longer than most tests.
   */
  open(path?: string, options?: Look & { token?: string }): Promise<Page>
  /** Triggers an event for the demo merchant, and returns its payment's id. */
  trigger(type: string): Promise<string>
}

/** A page of the console without its frame, so that nothing a test left open remains. */
const outside = { path: '/portal', title: 'This link cannot be used' }

/** Navigates as a link does, without loading the console again. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate(to => history.pushState(null, '', to), `/console${path}`)
}

/** The console of the instance that test files share, or of a separate one with its own settings and options. */
export function useConsole(env?: Env, args: string[] = []): ConsoleUnderTest {
  const up = env ? useUpInstance({ env, args }) : inject('instance')
  const { newPage, ownPage, keptPage } = useBrowser()
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
  const signIn = async (page: Page, token: string) => {
    const signedIn = await page.request.post(`${up.url}/console/session`, { data: { token } })
    if (!signedIn.ok()) throw new Error(`${signedIn.status()}: ${await signedIn.text()}`)
  }
  const owners: Keeping = {
    async start(page) {
      await signIn(page, ownerToken())
      await page.goto(`${up.url}/console${outside.path}`)
      await page.getByRole('heading', { name: outside.title }).waitFor()
    },
    async reset(page) {
      const isSignedIn = (await page.context().cookies()).length > 0
      if (!isSignedIn || !page.url().startsWith(`${up.url}/console`)) return false
      await page.evaluate(() => localStorage.clear())
      await goInside(page, outside.path)
      await page.getByRole('heading', { name: outside.title }).waitFor()
      return true
    },
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
    async open(path = '', { token, ...look } = {}) {
      const page = token ? await newPage(look) : await keptPage(owners, look)
      if (token) {
        await signIn(page, token)
        await page.goto(`${up.url}/console${path}`)
      } else await goInside(page, path)
      await page.getByRole('heading', { level: 1 }).filter({ hasNotText: outside.title }).waitFor()
      return page
    },
    async trigger(type) {
      return (await admin<{ svcPaymentId: string }>('POST', '/sandbox/trigger', { type })).svcPaymentId
    },
  }
}
