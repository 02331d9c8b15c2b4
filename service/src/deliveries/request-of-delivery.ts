import type { KeyRing } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import type { DeliveryRow } from './deliveries.sql.ts'
import { openEventBody } from './event-body.ts'
import { commonHeaders } from './sending/send-signed.ts'
import { findTargetOfDelivery } from './target.sql.ts'

export interface RequestDeps {
  db: Db
  encryptionKeys: KeyRing
}

/** The request that a merchant's server gets, for people to look at: without the signature and client secrets. */
export async function requestOf({ db, encryptionKeys }: RequestDeps, delivery: DeliveryRow) {
  const { eventId, type, svcPaymentId: paymentId } = delivery
  const target = await findTargetOfDelivery(db, delivery)
  return {
    url: target?.url ?? null,
    headers: commonHeaders({ eventId, type, paymentId }),
    body: target && readableBody(encryptionKeys, eventId, target.sealedBody),
    archivedAt: target?.archivedAt ?? null,
  }
}

function readableBody(encryptionKeys: KeyRing, eventId: string, sealedBody: Buffer): string | null {
  try {
    const text = openEventBody(encryptionKeys, eventId, sealedBody).toString('utf8')
    return text.replaceAll(/("client_secret"\s*:\s*)"[^"]*"/g, '$1"••••••"')
  } catch {
    return null
  }
}
