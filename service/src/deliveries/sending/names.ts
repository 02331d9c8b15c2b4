import { ADDRCONFIG, type LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { within } from '../../patience.ts'

/** Finds the addresses of a name, at least one. A look-up at name servers fails after `timeoutMs`. */
export type Names = (name: string, timeoutMs: number) => Promise<LookupAddress[]>

/** The system's resolver, with its hosts file and search domains: safe where strangers do not choose the names. */
export const systemNames: Names = name => lookup(name, { all: true, hints: ADDRCONFIG })

/** The resolver doubles the time-out with each try. */
const resolverSettings = { timeout: 1000, tries: 4 }

/** How long to wait for the other address family once one has arrived: some name servers never answer for IPv6. */
const otherFamilyMs = 50

const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Resolves names that strangers choose, asking name servers directly. `dns.lookup` uses a pool of four threads, so four
 * unanswered names would block every other look-up, log line and file. Connections that need the same name share one
 * look-up. `servers` defaults to the system's.
 */
export function createNames({ servers }: { servers?: readonly string[] } = {}): Names {
  const running = new Map<string, Promise<LookupAddress[]>>()

  function resolve(name: string): Promise<LookupAddress[]> {
    if (/(^|\.)localhost\.?$/.test(name)) return Promise.resolve(loopback)
    const found = running.get(name) ?? ask(name, servers).finally(() => running.delete(name))
    running.set(name, found)
    return found
  }

  return async (name, timeoutMs) => {
    const found = await within(timeoutMs, resolve(name.toLowerCase())).catch(error => {
      throw unresolved(name, error.code)
    })
    if (found.length === 0) throw unresolved(name, 'ENOTFOUND')
    return found
  }
}

/** Returns IPv4 addresses first. Empty if the name does not exist or has no address. */
async function ask(name: string, servers: readonly string[] | undefined): Promise<LookupAddress[]> {
  // a new resolver reads the current list of name servers
  const resolver = new Resolver(resolverSettings)
  if (servers) resolver.setServers(servers)
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

/** Uses the error codes of `dns.lookup`: a name server's codes would look like connection errors. */
export function unresolved(hostname: string, cause?: string): NodeJS.ErrnoException {
  const code = cause === 'ENOTFOUND' ? cause : 'EAI_AGAIN'
  const failure = cause === 'ETIMEOUT' ? 'answered in time' : 'could answer'
  const message =
    cause === 'ENOTFOUND'
      ? `the host name ${hostname} has no address`
      : `no name server ${failure} for the host name ${hostname}`
  return Object.assign(new Error(message), { code, hostname, syscall: 'lookup' })
}
