import { containing, type Db } from '../../db/db.ts'
import { ofMerchant } from '../../db/per-merchant.ts'
import { isTraceId } from '../../http/hooks/correlation.ts'
import { unclaimedMerchantId } from '../../ids.ts'
import { spellingsOf } from '../spellings.ts'
import { type AskedAtProcessors, searchBeginnings } from './beginnings.sql.ts'
import { searchTrace } from './filtered.sql.ts'
import { enough, type PaymentKey, paymentHits, type SearchHit, shownHits } from './search-hits.sql.ts'

/** Searches everything, or only one merchant's objects. Operators' actions belong to no merchant. */
export async function searchStored(db: Db, text: string, merchantId: string | null): Promise<SearchHit[]> {
  const accounts = await db<{ processor: string }[]>`select distinct processor from processor_accounts`
  const asked = { text, merchantId, processors: accounts.map(({ processor }) => processor) }
  const named = await searchNamed(db, asked)
  // text that names an object is not a trace id or a prefix, but an action shares its trace id with its operation
  if (named.some(({ kind }) => !['action', 'key', 'merchant'].includes(kind))) return named
  const traced = isTraceId(text) ? await searchTrace(db, asked) : []
  const begun = traced.length > 0 ? [] : await searchBeginnings(db, asked)
  const found = new Map([...traced, ...named, ...begun].map(hit => [`${hit.kind} ${hit.id}`, hit]))
  return [...found.values()].slice(0, most)
}

/** Each kind of object is searched separately. */
const most = 3 * enough

/**
 * Finds objects that the text names exactly, merchants whose name contains it, and API keys that end with it. Most
 * tables are probed once per merchant, with which their keys begin; no index exists only for this.
 */
export async function searchNamed(db: Db, { text, merchantId, processors }: AskedAtProcessors) {
  const show = shownHits(db)
  // the console shows the end of a key as ····9f2c
  const [, hint] = /^·*([0-9a-f]{4})$/.exec(text) ?? []
  const own = (table: string) => ofMerchant(db, `${table}.merchant_id`, merchantId)
  const found = await Promise.all([
    db<SearchHit[]>`
      select ${show.merchant} from merchants m
      where (m.merchant_id = ${text} or m.name ilike ${containing(text)}
        or m.merchant_id in (select merchant_id from processor_accounts where account_id = ${text})) ${own('m')}
      order by m.merchant_id desc limit ${enough}`,
    db<PaymentKey[]>`
      select p.merchant_id, p.payment_id from (
        select p.* from merchants m join payments p on p.merchant_id = m.merchant_id and p.payment_id = ${text} ${own('p')}
        union all
        select p.* from merchants m join payments p on p.merchant_id = m.merchant_id and p.order_ref = any(${spellingsOf(text)})
          ${own('p')}
        union all
        select p.* from merchants m join payments p on p.merchant_id = m.merchant_id
          and p.processor = any(${processors}) and p.processor_payment_id = ${text} ${own('p')}
      ) p
      order by p.created_at desc limit ${enough}`.then(keys => paymentHits(db, keys)),
    db<SearchHit[]>`
      select ${show.event} from (
        select e.* from merchants m join events e on e.merchant_id = m.merchant_id
          and e.processor = any(${processors}) and e.event_id = ${text} ${own('e')}
        union all
        select e.* from events e
        where e.merchant_id = ${unclaimedMerchantId} and e.processor = any(${processors}) and e.event_id = ${text} ${own('e')}
      ) e
      limit ${enough}`,
    db<SearchHit[]>`
      select ${show.delivery} from (
        select d.* from merchants m join deliveries d on d.merchant_id = m.merchant_id and d.delivery_id = ${text}
          ${own('d')}
        union all
        select d.* from merchants m join deliveries d on d.merchant_id = m.merchant_id and d.event_id = ${text}
          ${own('d')}
      ) d
      limit ${enough}`,
    merchantId === null
      ? db<SearchHit[]>`
          select ${show.action} from audit_log a
          where a.trace_id = ${text} order by a.audit_id desc limit ${enough}`
      : [],
    hint
      ? db<SearchHit[]>`
          select ${show.key} from api_keys k join merchants m using (merchant_id)
          where k.hint = ${hint} ${own('k')} order by k.key_id desc limit ${enough}`
      : [],
  ])
  return found.flat()
}
