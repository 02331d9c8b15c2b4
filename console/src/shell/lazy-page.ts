import { lazyRouteComponent } from '@tanstack/react-router'

const tryAgainAfterMs = 1_000

/** A page whose code is loaded when it is opened. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadOnceReachable(load), name)

/**
 * Waits while the service restarts. If the service answers but the file is missing, there is a new release, and the
 * router reloads.
 */
async function loadOnceReachable<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (await isReachable()) return await load()
      if (!(error instanceof TypeError)) throw error
      await new Promise(resolve => setTimeout(resolve, tryAgainAfterMs))
    }
  }
}

const isReachable = () =>
  fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  )
