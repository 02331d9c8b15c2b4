export class OutOfPatience extends Error {
  readonly code = 'ETIMEOUT'
}

export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutOfPatience(`not finished after ${ms} ms`)), ms)
  })
  return await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** Allows only one run of the work at a time. Callers that arrive during a run share its result. */
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
 * Asks a question for any number of callers, who share the answer. Each caller waits for a limited time, and gets null if
 * there is no answer by then. A question that hangs is not asked again until it ends, so questions do not pile up.
 */
export function askOnce<Answer>(ask: () => Promise<Answer>, patienceMs: number) {
  const asking = shared(ask)
  return () => within(patienceMs, asking()).catch(() => null)
}
