import { expect, it } from 'vitest'
import { expectRefusal, run } from '../support/cli.ts'
import { operatorToken, useService } from '../support/service.ts'

const service = useService({ role: 'api' })
const redeliver = (...args: string[]) =>
  run(['deliveries', 'redeliver', ...args], {
    PORT: new URL(service.url).port,
    SVC_OPERATOR_TOKEN: operatorToken,
  })

it('deliveries are sent again only when it is said which', async () => {
  for (const args of [[], ['--merchant', 'mer_x'], ['--dry-run']]) {
    expectRefusal(await redeliver(...args), /a delivery’s id, or --state/)
  }
})
