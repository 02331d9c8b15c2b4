interface LoggedRequest {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly operation: string | null
  readonly account: string | null
  readonly idempotencyKey: string | null
  readonly status: number | null
  /** Why it was refused. */
  readonly error: string | null
  readonly replayed: boolean
  readonly fault: string | null
}

export interface RequestLog {
  add(entry: LoggedRequest): void
  /** Oldest first. */
  list(): LoggedRequest[]
  clear(): void
}

const kept = 1000

/** The latest requests, so that a test can check what was called. */
export function createRequestLog(): RequestLog {
  let entries: LoggedRequest[] = []
  return {
    add(entry) {
      entries.push(entry)
      if (entries.length > kept * 2) entries = entries.slice(-kept)
    },
    list: () => entries.slice(-kept),
    clear() {
      entries = []
    },
  }
}
