import { randomInt } from 'node:crypto'
import getPort from 'get-port'

/**
 * A port that is currently free, and that the system gives to no other program before it is used: the ports that Linux
 * and macOS choose themselves, for connections and for port 0, begin at 32768.
 */
export function freePort(): Promise<number> {
  return getPort({ host: '127.0.0.1', port: Array.from({ length: 20 }, () => randomInt(20_000, 32_768)) })
}
