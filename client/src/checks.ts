/** Reports a wrong option when the client is created, not when the first call fails. */
export function checkedBaseUrl(baseUrl: string | undefined): string {
  if (baseUrl === undefined || baseUrl === '') throw new TypeError('baseUrl is missing')
  const given = JSON.stringify(baseUrl)
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`baseUrl must be an http or https URL, not ${given}`)
  }
  if (url.username || url.password) throw new TypeError('baseUrl must not contain a user name or password')
  if (url.search || url.hash) throw new TypeError(`baseUrl must not contain a query or a fragment: ${given}`)
  const path = url.pathname.replace(/\/+$/, '')
  if (path.endsWith('/v1')) throw new TypeError(`baseUrl must not end in /v1, the client adds it: ${given}`)
  return url.origin + path
}

/** A key that is not a valid header value would be quoted in full by fetch's error. */
export function checkedApiKey(apiKey: string | undefined): string {
  if (apiKey === undefined || apiKey === '') throw new TypeError('apiKey is missing')
  if (!/^[!-~]+$/.test(apiKey))
    throw new TypeError('apiKey contains spaces, line breaks or non-ASCII characters')
  return apiKey
}

export function checkedKey(idempotencyKey: string | undefined): string {
  if (idempotencyKey === undefined) throw new TypeError('idempotencyKey is missing')
  if (!/^[!-~]([ -~]{0,253}[!-~])?$/.test(idempotencyKey)) {
    const given = JSON.stringify(idempotencyKey)
    throw new TypeError(
      `idempotencyKey must be 1 to 255 printable ASCII characters without a space at either end, not ${given}`,
    )
  }
  return idempotencyKey
}
