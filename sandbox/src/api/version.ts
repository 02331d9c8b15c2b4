import { apiVersion } from '../constants.ts'
import { invalidRequest } from './errors.ts'

/** Since this version, payment intents have no list of charges. Answers to older ones would have another shape. */
const oldestSpoken = '2022-11-15'

/** Changes at Stripe that affect how a request is read here, each with the version that introduced it. */
const changes = {
  /** The account's settings choose the payment methods unless the request does. */
  automatic_payment_methods: '2023-08-16',
  /** `capture_method` is `automatic_async` unless the request says otherwise. */
  asynchronous_capture: '2024-04-10',
  /** `payment_method_types` can no longer be set. */
  no_payment_method_types: '2026-09-30',
} as const

/** The version of the API that a request was written for. */
export interface RequestVersion {
  includes(change: keyof typeof changes): boolean
}

/** Refuses invalid versions, and versions whose answers have another shape. */
export function checkVersion(asked: string, anyVersion: boolean, param?: string): void {
  const details = param === undefined ? {} : { param }
  if (!/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(asked)) {
    throw invalidRequest(`Invalid Stripe API version: ${asked}`, details)
  }
  if (asked >= oldestSpoken || anyVersion) return
  const message = `This sandbox speaks API versions from ${oldestSpoken} to ${apiVersion}, not ${asked}. Set one of them in your client, or start the sandbox with --any-version.`
  throw invalidRequest(message, details)
}

/** With `anyVersion`, parameters that a newer version has removed are still read. */
export function requestVersion(asked: string | undefined, anyVersion: boolean): RequestVersion {
  if (asked !== undefined) checkVersion(asked, anyVersion)
  const version = asked ?? apiVersion
  return {
    includes: change => version >= changes[change] && !(anyVersion && change === 'no_payment_method_types'),
  }
}
