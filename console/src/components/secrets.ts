/** Part of these is public: it names the key or the operator. One that is typed turns into that id while it is typed. */
const credentials = {
  key_: /(?:svc_live_|\bkey_(?=[0-9a-z]{26}.))([0-9a-z]{1,26})/,
  opr_: /(?:svc_op_|\bopr_(?=[0-9a-z]{26}.))([0-9a-z]{1,26})/,
}

/** No part of these is public. */
const whollySecret = /(?:whsec|[sr]k_(?:live|test))_/

/**
 * The text, or what can be searched for instead of the secret in it: a secret in an address would stay in the browser's
 * history and in the logs of proxies.
 */
export function withoutSecret(text: string): string {
  for (const [prefix, credential] of Object.entries(credentials)) {
    const found = credential.exec(text)
    if (found) return prefix + found[1]
  }
  return whollySecret.exec(text)?.[0] ?? text
}
