import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { ConnectedDeps } from '../merchants/connected.ts'
import { merchantsReadyToMove } from '../merchants/merchants.sql.ts'
import { switchProcessor } from '../onboarding/move-merchant.ts'
import type { Job } from './repeat.ts'

const actor = { name: 'svcpay', operatorId: null, note: null, address: null, traceId: 'move-merchants' }

/** Carries out pending moves once the merchant's account at the other processor can take payments. */
export function moveMerchants(deps: ConnectedDeps & { clock: Clock }, log: FastifyBaseLogger): Job {
  const open = [...deps.processors.values()].filter(({ isDraining }) => !isDraining).map(({ name }) => name)
  return {
    name: 'move merchants',
    everyMs: 5_000,
    async run(stopped) {
      for (const { merchantId, nextProcessor: to } of await merchantsReadyToMove(deps.db, open)) {
        if (stopped?.aborted) return
        await switchProcessor(deps, actor, merchantId, { to, isWaiting: false })
        log.info({ merchantId, processor: to }, 'merchant moved')
      }
    },
  }
}
