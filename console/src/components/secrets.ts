/**
 * Part of these credentials is public: it names the key or the operator. A typed credential is replaced by that
 * id immediately.
 */
const credentials = {
  key_: /(?:svc_live_|\bkey_(?=[0-9a-z]{26}.))([0-9a-z]{1,26})/,
  opr_: /(?:svc_op_|\bopr_(?=[0-9a-z]{26}.))([0-9a-z]{1,26})/,
}

/** These have no public part. */
const whollySecret = /(?:whsec|[sr]k_(?:live|test))_/

/**
 * The text, with any secret replaced by a searchable id: a secret in an address would remain in the browser's history
 * and in the logs of proxies.
 */
export function withoutSecret(text: string): string {
  for (const [prefix, credential] of Object.entries(credentials)) {
    const found = credential.exec(text)
    if (found) return prefix + found[1]
  }
  return whollySecret.exec(text)?.[0] ?? text
}
