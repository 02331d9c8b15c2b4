import type { Keys } from '../api/authenticate.ts'
import { invalidRequest } from '../api/errors.ts'
import { nonNegativeInteger, oneOf, required, text } from '../api/params.ts'
import type { Settings } from '../api/route.ts'
import { paymentOf } from '../checkout/sessions.ts'
import { resolveNextAction } from '../payment-intents/next-action.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import type { ReaderRecord } from '../records/reader.ts'
import type { SetupIntentRecord } from '../records/setup-intent.ts'
import { resolveSetupAction } from '../setup-intents/confirm.ts'
import { toPublicPaymentIntent } from '../shapes/payment-intent.ts'
import { toReader } from '../shapes/reader.ts'
import { toPublicSetupIntent } from '../shapes/setup-intent.ts'
import type { Store } from '../store/store.ts'
import { cancelAtReader, presentCard } from '../terminal/present-card.ts'
import { type ControlCall, type ControlRoute, controlRoute } from './control.ts'

/** The browser script calls these from a shop's page, which has the secret. */
const nextActionFields = { outcome: required(oneOf('succeed', 'fail')), client_secret: text }

/** The shopper's actions on a bank's page or at a reader. The hosted pages use these. */
export function shopperRoutes(store: Store, settings: Settings, keys: Keys): ControlRoute[] {
  const cause = (call: ControlCall) => ({ requestId: call.requestId, idempotencyKey: null })
  return [
    {
      method: 'GET',
      path: 'payment_intents/:id',
      handle: ({ id, query }) => {
        const intent = findIntent(store, id, query.get('client_secret'))
        const account = store.tables.account.get(intent.account)
        return {
          account: intent.account,
          business_name: account?.business_profile.name ?? null,
          publishable_key: keys.publishableKey,
          payment_intent: toPublicPaymentIntent(intent),
        }
      },
    },
    controlRoute(
      { method: 'POST', path: 'payment_intents/:id/next_action', isOpen: true },
      nextActionFields,
      call => {
        const { outcome, client_secret: secret = null } = call.params
        const intent = findIntent(store, call.id, secret)
        const done = store.transact(cause(call), tx => resolveNextAction(tx, intent, outcome, settings))
        return { payment_intent: toPublicPaymentIntent(done.intent), return_url: done.returnUrl }
      },
    ),
    controlRoute({ method: 'POST', path: 'checkout_sessions/:id/payment_intent' }, {}, call => {
      const session = store.tables.checkout_session.get(call.id)
      if (!session) throw invalidRequest(`There is no checkout session ${call.id}.`, {}, 404)
      return toPublicPaymentIntent(store.transact(cause(call), tx => paymentOf(tx, session)))
    }),
    controlRoute(
      { method: 'POST', path: 'setup_intents/:id/next_action', isOpen: true },
      nextActionFields,
      call => {
        const { outcome, client_secret: secret = null } = call.params
        const intent = findSetup(store, call.id, secret)
        const done = store.transact(cause(call), tx => resolveSetupAction(tx, intent, outcome))
        return { setup_intent: toPublicSetupIntent(done.intent), return_url: done.returnUrl }
      },
    ),
    {
      method: 'GET',
      path: 'readers',
      handle: () => ({ data: [...store.tables.reader.all()].map(record => view(store, record)) }),
    },
    {
      method: 'GET',
      path: 'readers/:id',
      handle: ({ id }) => view(store, findReader(store, id)),
    },
    controlRoute(
      { method: 'POST', path: 'readers/:id' },
      { status: required(oneOf('online', 'offline')) },
      call => {
        const reader = { ...findReader(store, call.id), status: call.params.status }
        return view(
          store,
          store.transact(cause(call), tx => tx.put('reader', reader)),
        )
      },
    ),
    controlRoute(
      { method: 'POST', path: 'readers/:id/present' },
      { number: text, amount_tip: nonNegativeInteger },
      call => {
        const presented = { number: call.params.number, tip: call.params.amount_tip }
        const reader = findReader(store, call.id)
        return view(
          store,
          store.transact(cause(call), tx => presentCard(tx, reader, presented, settings)),
        )
      },
    ),
    controlRoute({ method: 'POST', path: 'readers/:id/cancel' }, {}, call => {
      const reader = findReader(store, call.id)
      return view(
        store,
        store.transact(cause(call), tx => cancelAtReader(tx, reader)),
      )
    }),
  ]
}

function findIntent(store: Store, id: string, secret: string | null): PaymentIntentRecord {
  const intent = store.tables.payment_intent.get(id)
  if (!intent || (secret !== null && secret !== intent.client_secret)) {
    throw invalidRequest(`There is no payment intent ${id} with this client secret.`, {}, 404)
  }
  return intent
}

function findSetup(store: Store, id: string, secret: string | null): SetupIntentRecord {
  const intent = store.tables.setup_intent.get(id)
  if (!intent || (secret !== null && secret !== intent.client_secret)) {
    throw invalidRequest(`There is no setup intent ${id} with this client secret.`, {}, 404)
  }
  return intent
}

function findReader(store: Store, id: string): ReaderRecord {
  const reader = store.tables.reader.get(id)
  if (!reader) throw invalidRequest(`There is no reader ${id}.`, {}, 404)
  return reader
}

function view(store: Store, record: ReaderRecord): object {
  const intent = record.action
    ? store.tables.payment_intent.get(record.action.process_payment_intent.payment_intent)
    : undefined
  return {
    account: record.account,
    reader: toReader(record),
    payment_intent: intent ? toPublicPaymentIntent(intent) : null,
  }
}
