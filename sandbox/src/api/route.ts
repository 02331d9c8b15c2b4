import type { Snapshot } from '../records/snapshot.ts'
import type { Tx } from '../store/store.ts'
import type { Caller } from './authenticate.ts'
import type { ApiError } from './errors.ts'
import type { FormHash } from './form.ts'
import { type ParamsOf, params, type Shape } from './params.ts'
import type { RequestVersion } from './version.ts'

type Method = 'GET' | 'POST' | 'DELETE'

/** Everything a handler may need to know about its request. */
export interface Call<P> extends Caller {
  readonly tx: Tx
  readonly params: P
  /** The first placeholder of the path, which is usually the object's id. */
  readonly id: string
  /** The values of all placeholders, in order. */
  readonly path: readonly string[]
  /** The address the caller used, for links to hosted pages. */
  readonly baseUrl: string
  readonly version: RequestVersion
  readonly settings: Settings
}

type CallContext = Omit<Call<never>, 'params'>

export interface Settings {
  /** Where the sandbox listens. */
  readonly url: string
  /** How long bank debits, slow refunds and dispute decisions take. */
  readonly settleAfterMs: number
  /** Whether to answer requests for API versions that are too old, in the shape of the newest version. */
  readonly anyVersion: boolean
}

export type Reply =
  | { object: Snapshot }
  | { page: Page }
  | { body: object; status?: number }
  /** A refusal whose changes are kept, such as a declined card. */
  | { refusal: ApiError }

interface Page {
  readonly url: string
  readonly items: readonly Snapshot[]
  readonly hasMore: boolean
  /** In search results only: the token of the next page, or null. */
  readonly nextPage?: string | null
}

export interface Route {
  readonly method: Method
  readonly path: string
  readonly operation: string
  readonly publishable: boolean
  /** Reads the parameters and returns the work to do. Only requests that get this far are remembered. */
  readonly prepare: (form: FormHash) => (context: CallContext) => Reply
}

interface RouteHead {
  method: Method
  path: string
  operation: string
  /** May be called with the publishable key. */
  publishable?: boolean
}

/**
 * `shape` lists all parameters; any other is refused. Its type is not constrained to fields, because that would
 * widen the types of the fields themselves.
 */
export function route<S extends object>(
  { method, path, operation, publishable = false }: RouteHead,
  shape: S,
  handle: (call: Call<ParamsOf<S>>) => Reply,
): Route {
  const read = params(shape as S & Shape)
  return {
    method,
    path,
    operation,
    publishable,
    prepare: form => {
      const input = read(form, '')
      return context => handle({ ...context, params: input })
    },
  }
}
