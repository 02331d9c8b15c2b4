import { defineConfig } from 'vitest/config'
import { shared } from '../vitest.shared.ts'

/** Tests of plans, statement counts, triggers or backups of one PostgreSQL, or of locks that a shard lacks. */
const ofOnePostgres = [
  'test/payments/list.test.ts',
  'test/payments/statements.test.ts',
  'test/inbox/round-trips.test.ts',
  'test/deliveries/due-plan.test.ts',
  'test/deliveries/in-place.test.ts',
  'test/deliveries/upgrade.test.ts',
  'test/deliveries/settle-plan.test.ts',
  'test/inbox/context-plan.test.ts',
  'test/jobs/abandoned-payments.test.ts',
  'test/jobs/due.test.ts',
  'test/back-office/at-a-million.test.ts',
  'test/ledger/flat.test.ts',
  'test/ledger/tampering.test.ts',
  'test/rebuild/drill.test.ts',
  'test/merchants/identity-generation.test.ts',
]

/** The suites that matter on a Citus cluster, against the coordinator that SVC_TEST_CLUSTER names. */
export default defineConfig({
  test: {
    name: 'citus',
    globalSetup: 'test/support/global-setup.ts',
    include: [
      'citus',
      'payments',
      'operations',
      'inbox',
      'deliveries',
      'ledger',
      'jobs',
      'back-office',
      'onboarding',
      'reconcile',
      'rebuild',
      'merchants',
    ].map(folder => `test/${folder}/**/*.test.ts`),
    exclude: ofOnePostgres,
    maxWorkers: 2,
    ...shared,
  },
})
