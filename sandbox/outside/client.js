/** The newest version in which requests may still list `payment_method_types`, as most suites do. */
export const version = '2026-08-26.dahlia'

/** Calls the API with a form. Returns the status and the decoded body. */
export function createClient({ url, secretKey }) {
  return async (method, path, form = '', headers = {}) => {
    const isGet = method.toUpperCase() === 'GET'
    const query = isGet && form !== '' ? `${path.includes('?') ? '&' : '?'}${form}` : ''
    const response = await fetch(`${url}${path}${query}`, {
      method: method.toUpperCase(),
      headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': version, ...headers },
      ...(isGet ? {} : { body: form }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, body: isJson ? JSON.parse(text) : {} }
  }
}

/** Suites grow old, and the cards in them expire. */
export function renewCards(text) {
  const year = new Date().getFullYear() + 4
  return text.replaceAll(/(exp_year(?:\]|%5D)?['"]?\s*[=:]\s*['"]?)(?:20)?\d\d\b/g, `$1${year}`)
}

/** `{a: {b: [1]}}` as `a[b][0]=1`. */
export function encodeForm(params) {
  const pairs = []
  const add = (name, value) => {
    if (typeof value !== 'object' || value === null) pairs.push([name, String(value ?? '')])
    else for (const [key, item] of Object.entries(value)) add(name === '' ? key : `${name}[${key}]`, item)
  }
  add('', params)
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
}

export function messageOf({ status, body }) {
  const { error } = body
  return (typeof error === 'object' ? error?.message : error) ?? `status ${status}`
}
