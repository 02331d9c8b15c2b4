export class OutOfPatience extends Error {
  readonly code = 'ETIMEOUT'
}

export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutOfPatience(`no end after ${ms} ms`)), ms)
  })
  return await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** Work that is under way once at a time: callers that come meanwhile share its result. */
export function shared<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null
  return () => {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
}

/**
 * A question that is asked once at a time, however many want to know. Each of them waits only so long; null says that
 * there was no answer. One that hangs is not asked again before it ends, so that none pile up.
 */
export function askOnce<Answer>(
  ask: () => Promise<Answer>,
  patienceMs: number,
): () => Promise<Answer | null> {
  const asking = shared(ask)
  return () => within(patienceMs, asking()).catch(() => null)
}
