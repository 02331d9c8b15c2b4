import type { ControlRoute } from './control.ts'

/** A merchant's server that takes every callback, for whoever has none of their own yet. */
export function callbackRoutes(): ControlRoute[] {
  return [{ method: 'POST', path: 'callbacks', handle: () => ({ received: true }) }]
}
