import type { Dispatcher } from 'undici'

interface CallLimits {
  /** Covers connecting, headers and body, so that a server that sends byte by byte cannot hold up the caller. */
  timeoutMs: number
  late(): Error
  /** How much of the body to keep, and how much to read at most. */
  keptBytes?: number
  maxBytes?: number
}

export interface CallAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  isTooLarge: boolean
}

/**
 * Makes a call with undici and returns the whole answer. Undici's `request` turns the body into a stream and costs half
 * as much again; its own timeouts cover only parts of a call, and are up to half a second late.
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
      // before the connection is made, there is nothing to abort yet
      started?.abort(over)
    }, timeoutMs)

    function answer(isTooLarge: boolean): void {
      clearTimeout(timer)
      const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      resolve({ isTooLarge, body: body.length > keptBytes ? body.subarray(0, keptBytes) : body, ...head })
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

/** Passes a promise through. Until it settles, the door knows that a request is waiting for another system. */
export type Outside = <T>(wait: Promise<T>) => Promise<T>
