import { createHash } from 'node:crypto'
import type { Env } from '../../src/config.ts'
import { createSeals } from '../../src/processors/seals.ts'

const digestOf = (name: string) => createHash('sha256').update(name).digest()
const made = (prefix: string) => prefix + digestOf(prefix).toString('hex').slice(0, 32)

/** Realistic secrets: the service refuses weak ones. */
export const encryptionKey = digestOf('encryption key').toString('base64')
export const otherEncryptionKey = digestOf('another encryption key').toString('base64')
/** The key ring of the tests' services. */
export const encryptionKeys = [{ id: 'default', key: Buffer.from(encryptionKey, 'base64') }]
export const testSeals = createSeals(encryptionKeys)
export const stripeSecrets = {
  STRIPE_SECRET_KEY: made('sk_test_'),
  STRIPE_PUBLISHABLE_KEY: made('pk_test_'),
  STRIPE_WEBHOOK_SECRET: made('whsec_'),
}
/** The settings that every service needs. */
export const required: Env = {
  DATABASE_URL: 'postgres://user:database-secret@db.example:5432/svcpay',
  SVC_OPERATOR_TOKEN: 'operator-secret-5f0c9a7e41d2',
  SVC_ENCRYPTION_KEY: encryptionKey,
  ...stripeSecrets,
}
