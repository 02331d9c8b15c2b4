import { invalidRequest } from '../api/errors.ts'
import { find } from '../api/find.ts'
import { listRoute } from '../api/list-route.ts'
import { expandParam } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import { clearableText, hash, integer, nonNegativeInteger, oneOf, required, text } from '../api/params.ts'
import { retrieveRoute } from '../api/retrieve-route.ts'
import { type Route, route } from '../api/route.ts'
import type { Tx } from '../store/store.ts'
import { presentCard } from './present-card.ts'
import { processConfig } from './process-config.ts'
import { cancelAction, startPayment } from './reader-actions.ts'

const deviceTypes = new Map([
  ['simulated-wpe', 'simulated_wisepos_e'],
  ['simulated-s700', 'simulated_stripe_s700'],
])

export const readerRoutes: readonly Route[] = [
  route(
    {
      method: 'POST',
      path: '/v1/terminal/readers',
      operation: 'terminal.readers.create',
    },
    {
      registration_code: required(text),
      label: text,
      location: text,
      metadata,
      ...expandParam,
    },
    ({ tx, account, params: input }) => {
      if (input.location !== undefined) find(tx, 'location', account, input.location)
      const registrationCode = usedOnce(tx, input.registration_code)
      const serial_number = tx.random(12).toUpperCase()
      const record = tx.put('reader', {
        id: `tmr_${tx.random(14)}`,
        account,
        seq: tx.nextSeq(),
        label: input.label ?? serial_number,
        device_type: deviceTypes.get(input.registration_code) ?? 'simulated_wisepos_e',
        registrationCode,
        serial_number,
        location: input.location ?? null,
        status: 'online',
        last_seen_at: tx.nowMs,
        metadata: changeMetadata({}, input.metadata),
        action: null,
      })
      return { object: { kind: 'reader', record } }
    },
  ),
  listRoute(
    { kind: 'reader', path: '/v1/terminal/readers', operation: 'terminal.readers.list' },
    { device_type: text, location: text, serial_number: text, status: oneOf('online', 'offline') },
    ({ params: { device_type, location, serial_number, status } }) => ({
      where: { device_type, location, serial_number, status },
    }),
  ),
  retrieveRoute('reader', '/v1/terminal/readers/:id', 'terminal.readers.retrieve'),
  route(
    {
      method: 'POST',
      path: '/v1/terminal/readers/:id/process_payment_intent',
      operation: 'terminal.readers.process_payment_intent',
    },
    { payment_intent: required(text), process_config: processConfig, ...expandParam },
    ({ tx, account, id, params: input }) => {
      const reader = find(tx, 'reader', account, id)
      const intent = find(tx, 'payment_intent', account, input.payment_intent, 'payment_intent')
      return { object: { kind: 'reader', record: startPayment(tx, reader, intent, input.process_config) } }
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/terminal/readers/:id/cancel_action',
      operation: 'terminal.readers.cancel_action',
    },
    expandParam,
    ({ tx, account, id }) => ({
      object: { kind: 'reader', record: cancelAction(tx, find(tx, 'reader', account, id)) },
    }),
  ),
  route(
    {
      method: 'POST',
      path: '/v1/test_helpers/terminal/readers/:id/present_payment_method',
      operation: 'test_helpers.terminal.readers.present_payment_method',
    },
    {
      type: oneOf('card_present', 'card', 'interac_present'),
      card_present: hash({ number: text }),
      card: hash({ number: text, exp_month: integer, exp_year: integer, cvc: text }),
      interac_present: hash({ number: text }),
      amount_tip: nonNegativeInteger,
      ...expandParam,
    },
    ({ tx, account, id, params: input, settings }) => {
      const reader = find(tx, 'reader', account, id)
      const number = input.card_present?.number ?? input.card?.number ?? input.interac_present?.number
      const record = presentCard(tx, reader, { number, tip: input.amount_tip }, settings)
      return { object: { kind: 'reader', record } }
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/terminal/readers/:id',
      operation: 'terminal.readers.update',
    },
    { label: clearableText, metadata, ...expandParam },
    ({ tx, account, id, params: input }) => {
      const before = find(tx, 'reader', account, id)
      const record = tx.put('reader', {
        ...before,
        // Without a label, a reader goes by its serial number.
        label: input.label === undefined ? before.label : (input.label ?? before.serial_number),
        metadata: changeMetadata(before.metadata, input.metadata),
      })
      return { object: { kind: 'reader', record } }
    },
  ),
  route(
    {
      method: 'DELETE',
      path: '/v1/terminal/readers/:id',
      operation: 'terminal.readers.delete',
    },
    {},
    ({ tx, account, id }) => {
      tx.remove('reader', find(tx, 'reader', account, id).id)
      return { body: { id, object: 'terminal.reader', deleted: true } }
    },
  ),
]

/** A simulated reader's code registers any number of readers; a code shown by a reader registers that one. */
function usedOnce(tx: Tx, code: string): string | undefined {
  if (deviceTypes.has(code)) return undefined
  for (const reader of tx.tables.reader.all()) {
    if (reader.registrationCode !== code) continue
    const message = `The registration code '${code}' has already been used. Generate a new one on the reader.`
    throw invalidRequest(message, { param: 'registration_code' })
  }
  return code
}
