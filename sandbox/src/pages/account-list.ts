import { platformAccount } from '../constants.ts'
import { type AccountRecord, isRejected } from '../records/account.ts'
import type { Tables } from '../store/tables.ts'
import { latest, nameOf, pill, shownOf, type Tone } from './display.ts'
import { type Html, html } from './html.ts'

const shown = 8

export function accountList(tables: Tables): Html {
  const all = [...tables.account.all()].filter(({ id }) => id !== platformAccount)
  const recent = latest(all, shown)
  if (recent.length === 0) return html`<p class="quiet">None yet.</p>`
  return html`<ul class="rows">${recent.map(account => {
    const name = nameOf(account)
    return html`
<li><div><a class="line" href="/_sandbox/pages/payments?account=${account.id}"><strong>${name ?? account.id}</strong></a>
${name && html`<span class="quiet line">${account.id}</span>`}</div>${pill(...accountState(account))}</li>`
  })}
</ul>${shownOf(recent.length, all.length)}`
}

export function accountState(account: AccountRecord): readonly [string, Tone] {
  const { standing } = account
  if (account.deauthorized) return ['Deauthorized', 'bad']
  if (isRejected(account)) return ['Rejected', 'bad']
  const isEnabled = standing.charges_enabled && standing.payouts_enabled
  if (isEnabled && standing.disabled_reason === null) return ['Active', 'good']
  if (!standing.details_submitted) return ['Incomplete', 'waiting']
  return isUnderReview(account) ? ['In review', 'waiting'] : ['Restricted', 'bad']
}

/** Waiting for the processor; the merchant has nothing to do. */
function isUnderReview({ standing: { disabled_reason: reason } }: AccountRecord): boolean {
  return reason === 'under_review' || reason === 'requirements.pending_verification'
}
