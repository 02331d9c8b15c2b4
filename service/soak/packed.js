import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const nobody = 65532
const secrets = /^DATABASE_URL$|^STRIPE_(SECRET_KEY|WEBHOOK_SECRET)$|^SVC_(OPERATOR_TOKEN|ENCRYPTION_KEYS?)$/

/** Every file system is read-only from here on, and there are no privileges to change that. */
const confine = `
mount --make-rprivate /
while read -r _ place _; do mount -o remount,ro,bind "$place" 2>/dev/null; done </proc/self/mounts
if touch /tmp/svcpay-read-only /dev/shm/svcpay-read-only 2>/dev/null; then exit 90; fi
exec setpriv --reuid=${nobody} --regid=${nobody} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all "$@"`

/** The service as deploy/docker/Dockerfile installs it, run as nobody on a read-only root, with its secrets in files. */
export function packedRelease() {
  if (process.getuid?.() !== 0) throw new Error('--packed needs root, to take its privileges away')
  const dir = mkdtempSync(join(tmpdir(), 'svcpay-packed-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const npm = (args, cwd) => execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync('chmod', ['755', dir])
  npm(['run', 'pack', '--silent', '--', join(dir, 'packages')], root)
  const tarball = readdirSync(join(dir, 'packages')).find(file => /^svcpay-\d/.test(file))
  npm(['init', '--yes'], dir)
  npm(
    ['install', '--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit', `./packages/${tarball}`],
    dir,
  )
  const program = join(dir, 'node_modules/svcpay/bin/svcpay.js')
  console.log(
    `packed: ${execFileSync('du', ['-sh', join(dir, 'node_modules')], { encoding: 'utf8' }).split('\t')[0]}`,
  )
  return {
    command: [
      'unshare',
      '--mount',
      'sh',
      '-c',
      confine,
      'sh',
      process.execPath,
      '--max-old-space-size=192',
      program,
    ],
    settings: env =>
      Object.fromEntries(
        Object.entries(env).map(([name, value]) =>
          secrets.test(name) ? inFile(dir, name, value) : [name, value],
        ),
      ),
  }
}

function inFile(dir, name, value) {
  const file = join(dir, name)
  writeFileSync(file, `${value}\n`, { mode: 0o400 })
  chownSync(file, nobody, nobody)
  return [`${name}_FILE`, file]
}
