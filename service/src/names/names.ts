import { promises as dns, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { within } from '../patience.ts'
import { followFile, parseHosts, parseSearchDomains } from './system-files.ts'

export interface Names {
  /** For sockets. Gives up on a name after `timeoutMs`. */
  lookup(timeoutMs: number): LookupFunction
}

interface NameSources {
  /** Addresses of name servers; by default, those of the system. */
  servers?: readonly string[]
  hostsFile?: string
  resolverFile?: string
}

/** The resolver adapts its time-outs to how fast a server answers, and doubles them: five tries take eight seconds. */
const resolverSettings = { timeout: 1000, tries: 5 }

/** Once one kind of address is known, how long to wait for the other: some name servers never answer for IPv6. */
const otherFamilyMs = 50

const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Resolves host names as the system does, from the hosts file and the name servers, but without its threads:
 * `dns.lookup` has four, and four names that are not answered would stop every other look-up, log line and file.
 * Connections that need the same name share one look-up.
 */
export function createNames(sources: NameSources = {}): Names {
  const { servers, hostsFile = '/etc/hosts', resolverFile = '/etc/resolv.conf' } = sources
  const hosts = followFile(hostsFile, parseHosts)
  const system = followFile(resolverFile, text => {
    const resolver = new dns.Resolver(resolverSettings)
    if (servers) resolver.setServers(servers)
    return { resolver, domains: parseSearchDomains(text) }
  })
  const running = new Map<string, Promise<LookupAddress[]>>()

  function resolve(name: string): Promise<LookupAddress[]> {
    const found = running.get(name) ?? find(name).finally(() => running.delete(name))
    running.set(name, found)
    return found
  }

  async function find(name: string): Promise<LookupAddress[]> {
    const bare = name.replace(/\.$/, '')
    const here = hosts().get(bare) ?? (/(^|\.)localhost$/.test(bare) ? loopback : null)
    if (here) return here
    const { resolver, domains } = system()
    for (const candidate of candidatesFor(name, domains)) {
      const found = await ask(resolver, candidate)
      if (found.length > 0) return found
    }
    return []
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

/** A name with a dot is tried as it stands first. One that ends with a dot is tried only as it stands. */
function candidatesFor(name: string, domains: string[]): string[] {
  if (name.endsWith('.')) return [name]
  const below = domains.map(domain => `${name}.${domain}`)
  return name.includes('.') ? [name, ...below] : [...below, name]
}

/** IPv4 first. Empty if the name does not exist or has no address. */
async function ask(resolver: dns.Resolver, name: string): Promise<LookupAddress[]> {
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
