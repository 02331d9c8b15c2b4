import type { ControlRoute } from './control.ts'

/** A server that accepts every callback, for merchants that have none of their own yet. */
export function callbackRoutes(): ControlRoute[] {
  return [{ method: 'POST', path: 'callbacks', handle: () => ({ received: true }) }]
}
