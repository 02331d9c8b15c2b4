import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'vitest'

/** Debian keeps some programs outside the PATH of ordinary users. */
export const searchPath = `${process.env.PATH}${delimiter}/usr/sbin`

/**
 * Skips a test on a machine that lacks something it needs: by default, a program. This is the only way to
 * skip one. `npm test` ends with a list of everything missing, and `.ci/run` fails then.
 */
export function needs(test: TestContext, what: string, isThere = isInstalled(what)): void {
  test.skip(!isThere, what)
}

function isInstalled(program: string): boolean {
  return searchPath.split(delimiter).some(folder => existsSync(join(folder, program)))
}
