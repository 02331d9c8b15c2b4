import { type KeyRing, seal, unseal } from '../crypto.ts'
import type { OperationBase } from './operation.ts'

/** The body of a successful answer, byte for byte. */
export interface Reply {
  body: string
  replayed: boolean
  /** Call it once the caller has the answer: until then, the answer is owed. Absent where it never is. */
  acknowledge?: () => Promise<void>
}

/** Answers hold client secrets, so they are stored sealed. */
export function sealAnswer(
  { encryptionKeys }: { encryptionKeys: KeyRing },
  { operationId }: Pick<OperationBase, 'operationId'>,
  body: string,
): Buffer {
  return seal(encryptionKeys, operationId, body)
}

export function openAnswer(
  { encryptionKeys }: { encryptionKeys: KeyRing },
  { operationId, response }: Pick<OperationBase, 'operationId' | 'response'>,
): Reply {
  if (!response) throw new Error(`operation ${operationId} has no response`)
  return { body: unseal(encryptionKeys, operationId, response), replayed: true }
}
