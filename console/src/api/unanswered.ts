import type { ApiProblem } from './problem.ts'

/** A command that was sent and has no answer yet. */
export interface Unanswered {
  key: string
  /** The button's text. */
  label: string
  at: string
  path: string
  body: string
}

/** Problems that are raised after the key was looked up, so they decide every try with that key. */
const decisive = new Set([
  'invalid_request',
  'invalid_state',
  'idempotency_conflict',
  'no_connected_account',
  'account_disabled',
])

/** Commands with equal content are the same command. */
type Content = { path: string; body?: object }

const storageName = 'svcpay-unanswered'

const textOf = (body: object = {}) => JSON.stringify(Object.entries(body).sort())

/** Shared by all tabs and kept until the outcome is known, so that closing the page loses no key. */
const read = (): Unanswered[] => JSON.parse(localStorage.getItem(storageName) ?? '[]')

const write = (all: readonly Unanswered[]) => localStorage.setItem(storageName, JSON.stringify(all))

/** Unanswered commands of the same kind on the same target; `same` has exactly this content. */
export function unansweredLike({ path, body }: Content): { same?: Unanswered; other?: Unanswered } {
  const onTarget = read().filter(one => one.path === path)
  const same = onTarget.find(one => one.body === textOf(body))
  const other = onTarget.find(one => one !== same)
  return { ...(same && { same }), ...(other && { other }) }
}

/** Stores the command's key before it is sent: the earlier key if its answer is missing, otherwise a new one. */
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
    /** Call it if the command was not sent. Keeps the key if an earlier try may have been sent. */
    forgetUnlessOpen: () => (same ? undefined : forget()),
    /** Whether a refusal decides every try with this key. */
    isDecidedBy: ({ status, code }: ApiProblem) =>
      code !== null && (same ? decisive.has(code) : status < 500 && code !== 'in_progress'),
  }
}
