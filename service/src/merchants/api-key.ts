import { type NewCredential, newCredential, publicIdIn } from '../auth/credential.ts'
import { type KeyId, newKeyId } from '../ids.ts'

const prefix = 'svc_live'

export interface NewApiKey extends NewCredential {
  keyId: KeyId
}

export function newApiKey(): NewApiKey {
  const keyId = newKeyId()
  return { keyId, ...newCredential(prefix, keyId) }
}

export function keyIdOf(apiKey: string): KeyId | null {
  const id = publicIdIn(prefix, apiKey)
  return id === null ? null : (`key_${id}` as KeyId)
}
