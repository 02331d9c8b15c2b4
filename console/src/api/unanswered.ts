import type { ApiProblem } from './problem.ts'

/** A command that was sent and has no answer yet. */
export interface Unanswered {
  key: string
  /** What the button said. */
  label: string
  at: string
  path: string
  body: string
}

/** Refusals that come after the key was looked up, so they decide every try with it. */
const decisive = new Set([
  'invalid_request',
  'invalid_state',
  'idempotency_conflict',
  'no_connected_account',
  'account_disabled',
])

/** What makes a command the same as another. */
type Content = { path: string; body?: object }

const storageName = 'svcpay-unanswered'

const textOf = (body: object = {}) => JSON.stringify(Object.entries(body).sort())

/** Kept for all tabs until it is decided, so that closing the page loses no key. */
const read = (): Unanswered[] => JSON.parse(localStorage.getItem(storageName) ?? '[]')

const write = (all: readonly Unanswered[]) => localStorage.setItem(storageName, JSON.stringify(all))

/** Commands of the same kind on the same target that have no answer; `same` has this very content. */
export function unansweredLike({ path, body }: Content): { same?: Unanswered; other?: Unanswered } {
  const onTarget = read().filter(one => one.path === path)
  const same = onTarget.find(one => one.body === textOf(body))
  const other = onTarget.find(one => one !== same)
  return { ...(same && { same }), ...(other && { other }) }
}

/** Notes the command's key before it is sent: the earlier one if its answer is missing, otherwise a new one. */
export function noteKey(command: Content, label: string) {
  const { same } = unansweredLike(command)
  const { path, body } = command
  const at = new Date().toISOString()
  const own = same ?? { key: crypto.randomUUID(), label, at, path, body: textOf(body) }
  if (!same) write([...read(), own])
  const forget = () => write(read().filter(({ key }) => key !== own.key))
  return {
    key: own.key,
    forget,
    /** For one that was not sent; an earlier try may have been. */
    forgetUnlessOpen: () => (same ? undefined : forget()),
    /** Whether a refusal says what became of every try with this key. */
    isDecidedBy: ({ status, code }: ApiProblem) =>
      code !== null && (same ? decisive.has(code) : status < 500 && code !== 'in_progress'),
  }
}
