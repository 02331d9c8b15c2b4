import type { ApiAnswer, ApiFailure, Params, Session } from './api.ts'

/** Messages from the script in a merchant's page to the fields in their frame, over a port of their own. */
export type ToFrame =
  | { readonly type: 'look'; readonly theme: string; readonly variables: Readonly<Record<string, string>> }
  | { readonly type: 'focus' | 'blur' | 'clear' }
  /** Asks whether the fields can be sent as they are; their errors are shown. */
  | { readonly type: 'validate'; readonly id: number }
  /** Calls the API with the content of the fields, which never leaves the frame. */
  | {
      readonly type: 'call'
      readonly id: number
      readonly session: Session
      readonly path: string
      readonly params: Params
      /** The parameter the payment method's data goes into; null for the top level. */
      readonly into: string | null
    }

export interface FieldState {
  readonly complete: boolean
  readonly empty: boolean
  readonly method: string
  readonly brand: string
  readonly flaw: { readonly code: string; readonly message: string } | null
}

export type FromFrame =
  | { readonly type: 'ready' | 'focus' | 'blur' | 'escape' }
  | { readonly type: 'height'; readonly px: number }
  | { readonly type: 'change'; readonly state: FieldState }
  | { readonly type: 'validated'; readonly id: number; readonly error: ApiFailure | null }
  | { readonly type: 'answer'; readonly id: number; readonly answer: ApiAnswer<unknown> }

/** The only message sent to the window itself; it hands over the port. */
export const connect = 'svcpay-sandbox-connect'
