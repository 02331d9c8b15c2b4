import { apiVersion } from '../constants.ts'
import { invalidRequest } from './errors.ts'

/** Within a release, such as `endive`, versions are compatible. */
const release = apiVersion.slice(apiVersion.indexOf('.'))

/** Refuses invalid versions, and versions whose shapes differ from this one's. */
export function checkVersion(asked: string, anyVersion: boolean, param?: string): void {
  const details = param === undefined ? {} : { param }
  if (!/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(asked)) {
    throw invalidRequest(`Invalid Stripe API version: ${asked}`, details)
  }
  if (asked.endsWith(release) || anyVersion) return
  const message = `This sandbox speaks API version ${apiVersion}, not ${asked}. Set that version in your client, or start the sandbox with --any-version.`
  throw invalidRequest(message, details)
}
