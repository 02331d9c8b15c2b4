import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type DataPaths, overwrite, syncDirectory } from './data-dir.ts'
import { EmbeddedPostgresError, orNullIfMissing } from './errors.ts'
import type { Programs } from './programs.ts'
import { lastLine, runAs } from './run-as.ts'
import type { Account } from './unprivileged-account.ts'

export const DATABASE = 'svcpay'
export const SUPERUSER = 'svcpay'

interface Installation {
  paths: DataPaths
  programs: Programs
  account: Account | null
  log: (message: string) => void
  launched: () => void
}

/**
 * The cluster's path, for a process that runs in the cluster's directory. On Linux, this avoids the parent
 * directories, which the account may not be allowed to enter.
 */
export function clusterArgument(cluster: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : cluster
}

/** Makes sure that there is a cluster, and returns its password. */
export async function prepareCluster(installation: Installation): Promise<string> {
  const { paths } = installation
  const exists = (await orNullIfMissing(stat(paths.cluster))) !== null
  const known = await readPassword(paths)
  const password = known ?? (await createPassword(paths))
  if (!exists) await createCluster(installation, password)
  else if (known === null) await runSingleUser(installation, paths.cluster, setPassword(password))
  return password
}

export async function readPassword(paths: DataPaths): Promise<string | null> {
  return (await orNullIfMissing(readFile(paths.password, 'utf8')))?.trim() || null
}

async function createPassword(paths: DataPaths): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  const unfinished = `${paths.password}.new`
  await rm(unfinished, { force: true })
  await writeFile(unfinished, `${password}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, paths.password)
  await syncDirectory(paths.dir)
  return password
}

/** The cluster gets its name only when it is complete, so a start that dies halfway leaves no cluster behind. */
async function createCluster(installation: Installation, password: string): Promise<void> {
  const { paths, account, log } = installation
  log(`Setting up PostgreSQL in ${paths.cluster} (first start only)`)
  await removeUnfinishedClusters(paths)
  const unfinished = await mkdtemp(unfinishedPrefix(paths))
  if (account) await chown(unfinished, account.uid, account.gid)
  await runInitdb(installation, unfinished)
  await overwrite(join(unfinished, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  await runSingleUser(installation, unfinished, `${setPassword(password)}create database ${DATABASE};\n`)
  await rename(unfinished, paths.cluster)
  await syncDirectory(paths.dir)
}

function unfinishedPrefix(paths: DataPaths): string {
  return `${paths.cluster}.new-`
}

async function removeUnfinishedClusters(paths: DataPaths): Promise<void> {
  const prefix = basename(unfinishedPrefix(paths))
  for (const name of await readdir(paths.dir)) {
    // An initdb that outlived its service may still be writing there.
    if (name.startsWith(prefix))
      await rm(join(paths.dir, name), { recursive: true, force: true, maxRetries: 10 })
  }
}

async function runInitdb(installation: Installation, cluster: string): Promise<void> {
  const { programs, account, launched } = installation
  const running = runAs(
    programs.initdb,
    [
      `--pgdata=${clusterArgument(cluster)}`,
      `--username=${SUPERUSER}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      // Nobody can connect before the password is set and pg_hba.conf is ours.
      '--auth=reject',
    ],
    { account, cwd: cluster },
  )
  launched()
  const { code, output } = await running
  if (code !== 0) throw failedToCreate(output)
}

/** A single-user server takes SQL from its standard input, so the password appears in no argument or log. */
async function runSingleUser(
  { programs, account }: Installation,
  cluster: string,
  sql: string,
): Promise<void> {
  const { code, output } = await runAs(
    programs.postgres,
    [
      '--single',
      '-D',
      clusterArgument(cluster),
      '-c',
      'exit_on_error=on',
      '-c',
      'log_min_error_statement=panic',
      'postgres',
    ],
    { account, cwd: cluster, input: sql },
  )
  if (code !== 0) throw failedToCreate(output)
}

function setPassword(password: string): string {
  return `alter role ${SUPERUSER} password '${password}';\n`
}

function failedToCreate(output: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'start_failed',
    `PostgreSQL could not set up its data: ${lastLine(output)}`,
  )
}
