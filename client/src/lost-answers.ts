import { SvcpayError } from './errors.ts'

/** The keys of calls whose answers were lost, so that the same call resumes when it is repeated. */
interface LostAnswers {
  /** Returns the key of such a call, and forgets it. */
  take(call: string): string | undefined
  keep(call: string, key: string): void
}

const maxKept = 1_000
const dayMs = 86_400_000

export function createLostAnswers(): LostAnswers {
  const oldestFirst: { call: string; key: string; at: number }[] = []
  return {
    take(call) {
      const index = oldestFirst.findIndex(lost => lost.call === call && lost.at > Date.now() - dayMs)
      return index < 0 ? undefined : oldestFirst.splice(index, 1)[0]?.key
    },
    keep(call, key) {
      oldestFirst.push({ call, key, at: Date.now() })
      if (oldestFirst.length > maxKept) oldestFirst.shift()
    },
  }
}

/** The service returns these codes only after looking up the key, so every try with the key gets the same answer. */
const decisive = [
  'invalid_request',
  'invalid_state',
  'idempotency_conflict',
  'no_connected_account',
  'account_disabled',
]

export function isDecided(error: unknown): boolean {
  return error instanceof SvcpayError && decisive.includes(error.code)
}
