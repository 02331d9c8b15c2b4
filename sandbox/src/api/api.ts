import type { HttpRequest } from '../http/request.ts'
import type { Match, Router } from '../http/router.ts'
import { logFailure } from '../log-failure.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import { type Answer, answerOf, type Reader, refusalAnswer } from './answer.ts'
import { authenticate, type Caller, type Keys } from './authenticate.ts'
import { ApiError, invalidRequest } from './errors.ts'
import { decodeForm, type FormHash } from './form.ts'
import { type Identity, identityOf, isFresh, replay } from './idempotency.ts'
import type { Route, Settings } from './route.ts'
import { type RequestVersion, requestVersion } from './version.ts'

type ApiMatch = Match<Route>

export interface ApiResult extends Answer {
  readonly publishable: boolean
  readonly replayOf: string | null
}

export interface Api {
  match(method: string, path: string): ApiMatch | undefined
  run(request: HttpRequest, match: ApiMatch | undefined): ApiResult
  /** Stores an answer under the request's idempotency key, replacing any other. */
  remember(request: HttpRequest, match: ApiMatch | undefined, answer: Answer): void
}

interface Dependencies {
  readonly store: Store
  readonly clock: Clock
  readonly keys: Keys
  readonly settings: Settings
  readonly router: Router<Route>
}

/** A request whose caller is known. */
interface Opened {
  readonly form: FormHash
  readonly caller: Caller
  readonly version: RequestVersion
  readonly identity: Identity | undefined
}

/** The Stripe API without its transport: takes a request, returns an answer. */
export function createApi({ store, clock, keys, settings, router }: Dependencies): Api {
  function run(request: HttpRequest, match: ApiMatch | undefined): ApiResult {
    let publishable = false
    try {
      if (!match) throw unknownUrl(request)
      const { form, caller, version, identity } = open(request, match)
      publishable = caller.publishable
      const earlier = identity && store.idempotency.get(identity.id)
      if (identity && earlier && isFresh(earlier, clock.now())) {
        return { ...replay(earlier, identity), publishable, replayOf: earlier.requestId }
      }
      return { ...perform(request, match, { form, caller, version, identity }), publishable, replayOf: null }
    } catch (error) {
      return { ...failureAnswer(error), publishable, replayOf: null }
    }
  }

  function open(request: HttpRequest, match: ApiMatch): Opened {
    const form = decodeForm(request.body, decodeForm(request.query))
    const caller = authenticate(request.headers, form, keys, store.tables, match.route.publishable)
    const asked = request.headers['stripe-version']
    const version = requestVersion(typeof asked === 'string' ? asked : undefined, settings.anyVersion)
    return { form, caller, version, identity: identityOf(request, caller.account) }
  }

  function entryFor(request: HttpRequest, identity: Identity, { status, object, text }: Answer) {
    const { id, path, fingerprint } = identity
    return { id, path, fingerprint, status, requestId: request.id, at: clock.now(), answer: object ?? text }
  }

  function remember(request: HttpRequest, match: ApiMatch | undefined, answer: Answer): void {
    const identity = match && open(request, match).identity
    if (!identity) return
    const cause = { requestId: request.id, idempotencyKey: identity.key }
    store.transact(cause, tx => tx.remember(entryFor(request, identity, answer)))
  }

  function perform(request: HttpRequest, match: ApiMatch, opened: Opened): Answer {
    const { form, caller, version, identity } = opened
    const work = match.route.prepare(form)
    const cause = { requestId: request.id, idempotencyKey: identity?.key ?? null }
    const baseUrl = `http://${request.headers.host ?? 'localhost'}`
    const reader = readerOf(request, caller)
    try {
      return store.transact(cause, tx => {
        const { path } = match
        const reply = work({ tx, id: path[0] ?? '', path, ...caller, version, baseUrl, settings })
        const answer = answerOf(reply, form, tx, reader)
        if (identity) tx.remember(entryFor(request, identity, answer))
        return answer
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The refused request's changes are undone, but its refusal is remembered, as at Stripe.
      const answer = refusalAnswer(error, reader)
      if (identity) store.transact(cause, tx => tx.remember(entryFor(request, identity, answer)))
      return answer
    }
  }

  return { match: router, run, remember }
}

function readerOf({ id }: HttpRequest, { account, publishable }: Caller): Reader {
  const logUrl = `https://dashboard.stripe.com/${account}/test/workbench/logs?object=${id}`
  return publishable ? { isBrowser: true } : { isBrowser: false, logUrl }
}

function failureAnswer(error: unknown): Answer {
  if (error instanceof ApiError) return refusalAnswer(error)
  logFailure(error)
  const message = 'An unknown error occurred in the sandbox. See its standard error for details.'
  return refusalAnswer(new ApiError(500, { type: 'api_error', message }))
}

function unknownUrl({ method, path }: HttpRequest): ApiError {
  const message = `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
  return invalidRequest(message, {}, 404)
}
