import type { Keys } from '../api/authenticate.ts'
import type { Settings } from '../api/route.ts'
import { paymentOf } from '../checkout/sessions.ts'
import { resolveNextAction } from '../payment-intents/next-action.ts'
import { clientSecret, type PaymentIntentRecord } from '../records/payment-intent.ts'
import type { ReaderRecord } from '../records/reader.ts'
import { type SetupIntentRecord, setupSecret } from '../records/setup-intent.ts'
import { resolveSetupAction } from '../setup-intents/confirm.ts'
import { toPublicPaymentIntent } from '../shapes/payment-intent.ts'
import { toReader } from '../shapes/reader.ts'
import { toPublicSetupIntent } from '../shapes/setup-intent.ts'
import type { Store } from '../store/store.ts'
import { cancelAtReader, presentCard } from '../terminal/present-card.ts'
import type { ControlCall, ControlRoute } from './control.ts'
import { ControlError } from './input.ts'

/** What a shopper does on a bank's page or at a reader. The hosted pages use these. */
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
          business_name: account?.businessName ?? null,
          publishable_key: keys.publishableKey,
          payment_intent: toPublicPaymentIntent(intent),
        }
      },
    },
    {
      method: 'POST',
      path: 'payment_intents/:id/next_action',
      // The browser script calls it from a shop's page, which has the secret.
      isOpenTo: input => input.text('client_secret') !== undefined,
      handle: call => {
        call.input.only('outcome', 'client_secret')
        const outcome = call.input.oneOf('outcome', ['succeed', 'fail'])
        const intent = findIntent(store, call.id, call.input.text('client_secret') ?? null)
        const done = store.transact(cause(call), tx => resolveNextAction(tx, intent, outcome, settings))
        return { payment_intent: toPublicPaymentIntent(done.intent), return_url: done.returnUrl }
      },
    },
    {
      method: 'POST',
      path: 'checkout_sessions/:id/payment_intent',
      handle: call => {
        call.input.only()
        const session = store.tables.checkout_session.get(call.id)
        if (!session) throw new ControlError(`There is no checkout session ${call.id}.`, 404)
        return toPublicPaymentIntent(store.transact(cause(call), tx => paymentOf(tx, session)))
      },
    },
    {
      method: 'POST',
      path: 'setup_intents/:id/next_action',
      isOpenTo: input => input.text('client_secret') !== undefined,
      handle: call => {
        call.input.only('outcome', 'client_secret')
        const outcome = call.input.oneOf('outcome', ['succeed', 'fail'])
        const intent = findSetup(store, call.id, call.input.text('client_secret') ?? null)
        const done = store.transact(cause(call), tx => resolveSetupAction(tx, intent, outcome))
        return { setup_intent: toPublicSetupIntent(done.intent), return_url: done.returnUrl }
      },
    },
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
    {
      method: 'POST',
      path: 'readers/:id',
      handle: call => {
        call.input.only('status')
        const status = call.input.oneOf('status', ['online', 'offline'])
        const reader = findReader(store, call.id)
        return view(
          store,
          store.transact(cause(call), tx => tx.put('reader', { ...reader, status })),
        )
      },
    },
    {
      method: 'POST',
      path: 'readers/:id/present',
      handle: call => {
        call.input.only('number', 'amount_tip')
        const presented = { number: call.input.text('number'), tip: call.input.integer('amount_tip') }
        const reader = findReader(store, call.id)
        return view(
          store,
          store.transact(cause(call), tx => presentCard(tx, reader, presented, settings)),
        )
      },
    },
    {
      method: 'POST',
      path: 'readers/:id/cancel',
      handle: call => {
        call.input.only()
        const reader = findReader(store, call.id)
        return view(
          store,
          store.transact(cause(call), tx => cancelAtReader(tx, reader)),
        )
      },
    },
  ]
}

function findIntent(store: Store, id: string, secret: string | null): PaymentIntentRecord {
  const intent = store.tables.payment_intent.get(id)
  if (!intent || (secret !== null && secret !== clientSecret(intent))) {
    throw new ControlError(`There is no payment intent ${id} with this client secret.`, 404)
  }
  return intent
}

function findSetup(store: Store, id: string, secret: string | null): SetupIntentRecord {
  const intent = store.tables.setup_intent.get(id)
  if (!intent || (secret !== null && secret !== setupSecret(intent))) {
    throw new ControlError(`There is no setup intent ${id} with this client secret.`, 404)
  }
  return intent
}

function findReader(store: Store, id: string): ReaderRecord {
  const reader = store.tables.reader.get(id)
  if (!reader) throw new ControlError(`There is no reader ${id}.`, 404)
  return reader
}

function view(store: Store, record: ReaderRecord): object {
  const intent = record.action ? store.tables.payment_intent.get(record.action.paymentIntent) : undefined
  return {
    account: record.account,
    reader: toReader(record),
    payment_intent: intent ? toPublicPaymentIntent(intent) : null,
  }
}
