import { type LookupAddress, lookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { within } from '../../patience.ts'

export interface Names {
  /** For sockets. Whoever asks name servers gives up on a name after `timeoutMs`. */
  lookup(timeoutMs: number): LookupFunction
}

/** As the system does, with its hosts file and search domains: on a developer's machine, nobody else chooses names. */
export const systemNames: Names = { lookup: () => lookup }

/** The time-out doubles with each try. */
const resolverSettings = { timeout: 1000, tries: 4 }

/** Once one kind of address is known, how long to wait for the other: some name servers never answer for IPv6. */
const otherFamilyMs = 50

const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Resolves names that strangers choose, by the name servers alone: `dns.lookup` has four threads, and four names that
 * are not answered would stop every other look-up, log line and file. Connections that need the same name share one
 * look-up. `servers` are by default those of the system.
 */
export function createNames({ servers }: { servers?: readonly string[] } = {}): Names {
  const running = new Map<string, Promise<LookupAddress[]>>()

  function resolve(name: string): Promise<LookupAddress[]> {
    if (/(^|\.)localhost\.?$/.test(name)) return Promise.resolve(loopback)
    const found = running.get(name) ?? find(name).finally(() => running.delete(name))
    running.set(name, found)
    return found
  }

  async function find(name: string): Promise<LookupAddress[]> {
    // a new one finds the name servers of now
    const resolver = new Resolver(resolverSettings)
    if (servers) resolver.setServers(servers)
    return await ask(resolver, name)
  }

  return {
    lookup: timeoutMs => (hostname, options, callback) => {
      const fail = (cause?: string) => callback(unresolved(hostname, cause), '', 0)
      within(timeoutMs, resolve(hostname.toLowerCase())).then(
        found => {
          const [first, ...others] = ofFamily(found, options.family)
          if (!first) fail('ENOTFOUND')
          else if (options.all) callback(null, [first, ...others])
          else callback(null, first.address, first.family)
        },
        (error: NodeJS.ErrnoException) => fail(error.code),
      )
    },
  }
}

/** IPv4 first. Empty if the name does not exist or has no address. */
async function ask(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const found: { 4: LookupAddress[]; 6: LookupAddress[] } = { 4: [], 6: [] }
  const keep = (family: 4 | 6) => (addresses: string[]) => {
    found[family] = addresses.map(address => ({ address, family }))
  }
  const questions = [resolver.resolve4(name).then(keep(4)), resolver.resolve6(name).then(keep(6))]
  try {
    await Promise.any(questions)
  } catch (error) {
    const failed = (error as AggregateError).errors.find(({ code }) => !noAddress.has(code))
    if (failed) throw failed
  }
  await Promise.race([Promise.allSettled(questions), sleep(otherFamilyMs)])
  return [...found[4], ...found[6]]
}

const noAddress = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

const ofFamily = (found: LookupAddress[], family: unknown) =>
  family === 4 || family === 6 ? found.filter(one => one.family === family) : found

/** With the error codes of `dns.lookup`: those of a name server would look like errors of the connection. */
function unresolved(hostname: string, cause?: string): NodeJS.ErrnoException {
  const code = cause === 'ENOTFOUND' ? cause : 'EAI_AGAIN'
  const failure = cause === 'ETIMEOUT' ? 'answered in time' : 'could answer'
  const message =
    cause === 'ENOTFOUND'
      ? `the host name ${hostname} has no address`
      : `no name server ${failure} for the host name ${hostname}`
  return Object.assign(new Error(message), { code, hostname, syscall: 'lookup' })
}
