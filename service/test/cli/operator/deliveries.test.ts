import { expect, it } from 'vitest'
import { enqueue } from '../../deliveries/queue.ts'
import { expectRefusal } from '../../support/cli.ts'
import { operatorToken, useService } from '../../support/service.ts'
import { run } from '../in-process.ts'

const service = useService()
const redeliver = (...args: string[]) =>
  run(['deliveries', 'redeliver', ...args], {
    PORT: new URL(service.url).port,
    SVC_OPERATOR_TOKEN: operatorToken,
  })

it('deliveries are redelivered only with a filter', async () => {
  for (const args of [[], ['--merchant', 'mer_x'], ['--dry-run']]) {
    expectRefusal(await redeliver(...args), /Pass the id of a delivery, or --state/)
  }
})

it('counts of deliveries are worded correctly', async () => {
  const { merchantId } = await service.createMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
  const pending = ['--merchant', merchantId, '--state', 'pending']
  expect((await redeliver(...pending)).stdout).toBe('Redelivering 0 callbacks.\n')
  await enqueue(service.db, merchantId, { dueAt: new Date() })
  expect((await redeliver(...pending, '--dry-run')).stdout).toBe('1 callback would be redelivered.\n')
  expect((await redeliver(...pending)).stdout).toBe('Redelivering 1 callback.\n')
  await enqueue(service.db, merchantId, { dueAt: new Date() })
  expect((await redeliver(...pending, '--dry-run')).stdout).toBe('2 callbacks would be redelivered.\n')
})
