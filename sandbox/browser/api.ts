export interface Session {
  /** The sandbox's address; empty on its own pages. */
  readonly origin: string
  readonly key: string
  readonly account: string | null
}

export interface PaymentIntent {
  readonly id: string
  readonly client_secret: string
  readonly status: string
  readonly last_payment_error: ApiFailure | null
  readonly next_action: NextAction | null
}

interface NextAction {
  readonly type: string
  readonly redirect_to_url?: { readonly url: string; readonly return_url: string | null }
  readonly use_stripe_sdk?: { readonly stripe_js?: string; readonly return_url?: string | null }
}

export interface ApiFailure {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly decline_code?: string
  readonly param?: string
  readonly payment_intent?: PaymentIntent
}

export type ApiAnswer<T> = { readonly value: T } | { readonly error: ApiFailure }

export type Params = { readonly [name: string]: unknown }

export async function callApi<T>(
  { origin, key, account }: Session,
  method: 'GET' | 'POST',
  path: string,
  params: Params,
): Promise<ApiAnswer<T>> {
  const form = encode(params)
  const query = method === 'GET' ? `?${form}` : ''
  try {
    const response = await fetch(`${origin}/v1/${path}${query}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(account ? { 'stripe-account': account } : {}) },
      ...(method === 'POST' ? { body: form } : {}),
    })
    const body: T & { error?: ApiFailure } = await response.json()
    return body.error ? { error: body.error } : { value: body }
  } catch {
    const message = 'The payment could not be sent. Check your connection and try again.'
    return { error: { type: 'api_connection_error', message } }
  }
}

export function intentOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

/** Nested parameters as `a[b][0]`. */
function encode(params: Params): URLSearchParams {
  const form = new URLSearchParams()
  const add = (name: string, value: unknown) => {
    if (value === undefined || value === null) return
    if (typeof value !== 'object') {
      form.append(name, String(value))
      return
    }
    for (const [key, item] of Object.entries(value)) add(name ? `${name}[${key}]` : key, item)
  }
  add('', params)
  return form
}
