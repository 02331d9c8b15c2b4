/** Part of these is public: it names the key or the operator. One that is typed turns into that id while it is typed. */
const credentials = [
  [/svc_live_([0-9a-z]{1,26})|\bkey_([0-9a-z]{26})./, 'key_'],
  [/svc_op_([0-9a-z]{1,26})|\bopr_([0-9a-z]{26})./, 'opr_'],
] as const

/** No part of these is public. */
const whollySecret = /(?:whsec|[sr]k_(?:live|test))_/

/**
 * The text, or what can be searched for instead of the secret in it: a secret in an address would stay in the browser's
 * history and in the logs of proxies.
 */
export function withoutSecret(text: string): string {
  for (const [credential, prefix] of credentials) {
    const [, ...ids] = credential.exec(text) ?? []
    const id = ids.find(Boolean)
    if (id) return prefix + id
  }
  return whollySecret.exec(text)?.[0] ?? text
}
