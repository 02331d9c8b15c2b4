import type { Config } from '../../../config.ts'
import { openDb } from '../../../db/db.ts'
import { examineKeys, hasUnreadable } from '../../../db/encryption-keys.sql.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

const check = 'encryption key'

/** Another check reports a database that cannot be read. */
export async function checkEncryptionKey(config: Config): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl: directUrl, encryptionKeys } = config
  const options = { maxConnections: 1, directUrl, connectSeconds: 5, applicationName: 'svcpay doctor' }
  const db = openDb(databaseUrl, options)
  try {
    const { wrong } = await examineKeys(db, encryptionKeys)
    if (wrong.length > 0) {
      const remedy = 'Set the right key: the service does not start with this one.'
      return wrong.map(sentence => fault(check, sentence, remedy))
    }
    if (await hasUnreadable(db, encryptionKeys)) {
      const remedy = 'Add the missing key to SVC_ENCRYPTION_KEYS. svcpay reseal counts these values.'
      return [warning(check, 'Some stored values cannot be decrypted with these keys.', remedy)]
    }
    return [ok(check, 'The stored values can be decrypted.')]
  } catch {
    return []
  } finally {
    await db.end()
  }
}
