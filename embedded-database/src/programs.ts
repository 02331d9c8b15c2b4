import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgresError, errorCode } from './errors.ts'
import { type Host, nativeDir } from './host.ts'
import { makeMissingLinks, privateCopy } from './native-tree.ts'
import { lastLine, runAs } from './run-as.ts'
import type { Account } from './unprivileged-account.ts'

export interface Programs {
  postgres: string
  initdb: string
}

/** PostgreSQL's programs in a place where the account can run them: in the package, or else in a private copy. */
export async function findPrograms(host: Host, account: Account | null): Promise<Programs> {
  const native = nativeDir(host.packageDir)
  // A read-only package keeps its missing links; the trial then fails and the copy gets them.
  await makeMissingLinks(native).catch(() => {})
  const failures = [await tryToRun(native, account)]
  if (failures[0] === null) return programsIn(native)

  const { version } = JSON.parse(await readFile(join(host.packageDir, 'package.json'), 'utf8'))
  for (const place of host.copyPlaces) {
    const copy = join(place, `svcpay-postgres-${version}-${process.getuid?.()}`)
    const failure = await privateCopy(native, copy).then(() => tryToRun(copy, account), describe)
    if (failure === null) return programsIn(copy)
    failures.push(failure)
  }
  throw new EmbeddedPostgresError(
    'platform_unsupported',
    `The embedded PostgreSQL cannot be run here: ${[...new Set(failures)].join('; ')}; set DATABASE_URL to your own PostgreSQL`,
  )
}

function programsIn(native: string): Programs {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

/** Null if it runs, or else the reason. File modes and mounts can mislead, so the only test is to run it. */
async function tryToRun(native: string, account: Account | null): Promise<string | null> {
  const { postgres } = programsIn(native)
  try {
    const { code, output } = await runAs(postgres, ['--version'], { account, cwd: '/' })
    return code === 0 ? null : lastLine(output)
  } catch (error) {
    // The file exists, but the loader that it needs (the GNU C library's) is missing.
    return errorCode(error) === 'ENOENT' ? 'it needs a system with glibc' : describe(error)
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
