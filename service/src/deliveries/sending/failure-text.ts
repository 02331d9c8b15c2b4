const closed = 'the server closed the connection before answering'
const late = 'the server did not accept the connection in time'
const unreachable = 'there is no network route to the server'
const noTls = 'the TLS handshake with the server failed'
const untrusted = 'the server’s certificate is not signed by a trusted authority'

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

/** Why a call got no answer, in words for merchants, with the error code for searching. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed'
  if (error.name === 'HTTPParserError') return 'the answer is not HTTP'
  const own = (error.message || error.name).slice(0, longest)
  if (!('code' in error) || !error.code) return own
  const code = String(error.code)
  return `${texts[code] ?? (code.startsWith('ERR_SSL_') ? noTls : own)} (${code})`
}
