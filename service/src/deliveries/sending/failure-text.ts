const closed = 'the server closed the connection before it had answered'
const late = 'the server did not accept the connection in time'
const unreachable = 'the network has no way to the server'
const noTls = 'the server does not speak TLS as it should'
const untrusted = 'the server’s certificate is not signed by an authority that we know'

const texts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the server refused the connection',
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  ETIMEDOUT: late,
  UND_ERR_CONNECT_TIMEOUT: late,
  EPROTO: noTls,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  CERT_HAS_EXPIRED: 'the server’s certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the server’s certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
}

const longest = 500

/** Why a call got no answer, as a merchant reads it, with the code that a search finds. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed'
  if (error.name === 'HTTPParserError') return 'the answer is not HTTP'
  const own = (error.message || error.name).slice(0, longest)
  if (!('code' in error) || !error.code) return own
  const code = String(error.code)
  return `${texts[code] ?? (code.startsWith('ERR_SSL_') ? noTls : own)} (${code})`
}
