import type { Fault, Faults } from '../api/faults.ts'
import type { Disruption } from '../webhooks/disruptions.ts'
import type { PageContext } from './context.ts'
import { dateTime, pill } from './display.ts'
import { type Html, html } from './html.ts'

/** The place on a card where a control's refusal is shown. */
export const problemPlace = html`<p class="alert" role="alert" hidden></p>`

function controlCard(id: string, title: string, body: Html): Html {
  return html`<section class="card" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title" tabindex="-1">${title}</h2>
${problemPlace}
${body}
</section>`
}

/** Replaced when it changes. Forms are outside of it, so that they keep their input. */
function live(id: string, content: Html | null): Html {
  return html`<div data-live data-poll id="${id}">${content}</div>`
}

interface Choice {
  readonly value: string
  readonly label: string
}

function select(id: string, name: string, label: string, options: readonly Html[]): Html {
  return html`<div><label for="${id}">${label}</label>
<select id="${id}" name="${name}">${options}</select></div>`
}

function numberField(id: string, name: string, label: string, from: number, to: number, value: number): Html {
  return html`<div data-field="${name}"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="number" min="${from}" max="${to}" value="${value}" required></div>`
}

const optionsOf = (choices: readonly Choice[]) =>
  choices.map(({ value, label }) => html`<option value="${value}">${label}</option>`)

const labelOf = (choices: readonly Choice[], wanted: string) =>
  choices.find(({ value }) => value === wanted)?.label ?? wanted

interface Button {
  readonly id: string
  readonly label: string
  /** The object that it acts on, for users of screen readers. */
  readonly about?: string
  readonly control: string
  readonly method?: 'DELETE'
  readonly body?: object
}

/** Sends a control when it is pressed. */
export function controlButton({ id, label, about, control, method, body }: Button): Html {
  return html`<button class="small" type="button" id="${id}" data-control="${control}"${method && html` data-method="${method}"`}${body && html` data-body="${JSON.stringify(body)}"`}>${label}${about && html`<span class="hidden"> (${about})</span>`}</button>`
}

const faultKinds: readonly Choice[] = [
  { value: 'error', label: 'Answers with an error' },
  { value: 'latency', label: 'Answers late' },
  { value: 'reset', label: 'Connection reset, nothing done' },
  { value: 'lost', label: 'Done, but the answer is lost' },
  { value: 'cut', label: 'Done, but the answer is cut short' },
]

export function faultsCard({ faults, operations }: PageContext): Html {
  const calls = [...operations].sort().map(name => html`<option>${name}</option>`)
  return controlCard(
    'faults',
    'Faults',
    html`<p class="quiet">Make the next calls to this sandbox fail.</p>
<form class="control" data-control="faults">
${select('fault-operation', 'operation', 'Call', [html`<option value="*">Any call</option>`, ...calls])}
${select('fault-kind', 'kind', 'What happens', optionsOf(faultKinds))}
<div class="numbers">
${numberField('fault-count', 'count', 'How many calls', 1, 1000, 1)}
${numberField('fault-skip', 'skip', 'Calls to let through first', 0, 1000, 0)}
${numberField('fault-status', 'status', 'HTTP status', 400, 599, 500)}
${numberField('fault-ms', 'ms', 'Delay in ms', 0, 600_000, 5000)}
</div>
<button type="submit">Add fault</button>
</form>
${live('fault-list', faultRows(faults))}`,
  )
}

function faultRows(faults: Faults): Html {
  const rules = faults.list()
  if (rules.length === 0) return html`<p class="quiet">None set.</p>`
  const rows = rules.map(
    ({ operation, fault, count, skip = 0 }) => html`
<li><div><strong>${operation === '*' ? 'Any call' : operation}</strong><span class="quiet">${faultText(fault)}</span></div>${pill(skip > 0 ? `${count} after ${skip}` : `${count} left`, 'waiting')}</li>`,
  )
  return html`<ul class="rows">${rows}
</ul>
${controlButton({ id: 'clear-faults', label: 'Clear faults', control: 'faults', method: 'DELETE' })}`
}

function faultText(fault: Fault): string {
  switch (fault.kind) {
    case 'error':
      return fault.after ? `Does the work, then answers ${fault.status}` : `Answers ${fault.status}`
    case 'latency':
      return `Answers ${durationText(fault.ms)} late`
    default:
      return labelOf(faultKinds, fault.kind)
  }
}

const disruptionModes: readonly Choice[] = [
  { value: 'drop', label: 'Lost' },
  { value: 'duplicate', label: 'Sent twice' },
  { value: 'delay', label: 'Sent late' },
  { value: 'reorder', label: 'Sent in reverse order' },
]

export function webhooksCard({ webhooks }: PageContext): Html {
  const { paused, pending, failed, disruptions } = webhooks()
  const [label, control] = paused ? ['Resume webhooks', 'resume'] : ['Pause webhooks', 'pause']
  const state = html`<dl class="facts">
<div><dt>Sending</dt><dd>${paused ? pill('Paused', 'waiting') : pill('On', 'good')}</dd></div>
<div><dt>Waiting to be sent</dt><dd>${pending}</dd></div>
<div><dt>Lost or not accepted</dt><dd>${failed}</dd></div>
</dl>
${controlButton({ id: 'pause', label, control: `webhooks/${control}` })}`
  return controlCard(
    'webhooks',
    'Webhooks',
    html`${live('webhook-state', state)}
<form class="control" data-control="webhooks/disruptions">
${select('disruption-mode', 'mode', 'The next webhooks are', optionsOf(disruptionModes))}
<div class="numbers">
${numberField('disruption-count', 'count', 'How many', 1, 1000, 2)}
${numberField('disruption-ms', 'ms', 'Delay in ms', 0, 600_000, 5000)}
</div>
<button type="submit">Add disruption</button>
</form>
${live('disruption-list', disruptions.length > 0 ? disruptionRows(disruptions) : null)}`,
  )
}

function disruptionRows(disruptions: readonly Disruption[]): Html {
  const control = 'webhooks/disruptions'
  return html`<ul class="rows">${disruptions.map(
    disruption => html`
<li><div><strong>${labelOf(disruptionModes, disruption.mode)}</strong>${detailOf(disruption)}</div>${pill(`${disruption.count} left`, 'waiting')}</li>`,
  )}
</ul>
${controlButton({ id: 'clear-disruptions', label: 'Clear disruptions', control, method: 'DELETE' })}`
}

function detailOf({ mode, ms, types }: Disruption): Html | null {
  const details = [...(mode === 'delay' ? [`by ${durationText(ms)}`] : []), ...(types ?? [])]
  return details.length > 0 ? html`<span class="quiet">${details.join(', ')}</span>` : null
}

const clockSteps = [
  ['1 hour', 3_600],
  ['1 day', 86_400],
  ['7 days', 604_800],
] as const

export function clockCard({ now, aheadMs }: PageContext): Html {
  const time = html`<dl class="facts">
<div><dt>Now</dt><dd>${dateTime(now)}</dd></div>
<div><dt>Ahead by</dt><dd>${aheadMs === 0 ? 'nothing' : durationText(aheadMs)}</dd></div>
</dl>`
  const buttons = clockSteps.map(([label, advance_seconds]) =>
    controlButton({
      id: `advance-${advance_seconds}`,
      label: `Advance ${label}`,
      control: 'clock',
      body: { advance_seconds },
    }),
  )
  return controlCard(
    'clock',
    'Clock',
    html`<p class="quiet">Everything that falls due in the skipped time happens at once.</p>
${live('time', time)}
<div class="acts">${buttons}</div>`,
  )
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/** Such as `1 d 1 h`. */
function durationText(ms: number): string {
  let rest = ms
  const parts = units.map(([unit, length]) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return count > 0 && `${count} ${unit}`
  })
  return parts.filter(Boolean).join(' ') || '0 ms'
}
