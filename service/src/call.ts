import type { Dispatcher } from 'undici'

interface CallLimits {
  /** Covers connecting, headers and body, so that a server that drips bytes cannot hold the caller. */
  timeoutMs: number
  late(): Error
  /** How much of the body is kept, and how much is read at most. */
  keptBytes?: number
  maxBytes?: number
}

export interface CallAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** The body was longer than the limit. */
  isTooLarge: boolean
}

/**
 * A call over undici with its whole answer. Undici's `request` makes a stream of the body and costs half as much again;
 * its own timeouts are for parts of a call, and up to half a second late.
 */
export function call(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, late, keptBytes = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY }: CallLimits,
): Promise<CallAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let started: Dispatcher.DispatchController | null = null
    let head: Pick<CallAnswer, 'status' | 'headers'> = { status: 0, headers: {} }
    let over: Error | null = null

    const timer = setTimeout(() => {
      over = late()
      reject(over)
      // before it is connected there is nothing to end yet
      started?.abort(over)
    }, timeoutMs)

    function answer(isTooLarge: boolean): void {
      clearTimeout(timer)
      const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      resolve({ ...head, body: body.length > keptBytes ? body.subarray(0, keptBytes) : body, isTooLarge })
    }

    function fail(error: unknown): void {
      clearTimeout(timer)
      reject(error)
    }

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        started = controller
        if (over) controller.abort(over)
      },
      onResponseStart(_, status, headers) {
        head = { status, headers }
      },
      onResponseData(controller, chunk) {
        if (bytes < keptBytes) chunks.push(chunk)
        bytes += chunk.length
        if (bytes <= maxBytes) return
        answer(true)
        controller.abort(new Error('the answer is too large'))
      },
      onResponseEnd: () => answer(false),
      onResponseError: (_, error) => fail(error),
    }
    try {
      dispatcher.dispatch(request, handler)
    } catch (error) {
      fail(error)
    }
  })
}

/** Passes a promise on, and tells a door that a request waits for another system until it settles. */
export type Outside = <T>(wait: Promise<T>) => Promise<T>
