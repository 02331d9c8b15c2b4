import type { Platform } from '../../../config.ts'
import type { WebhookRefusals } from '../../../inbox/refused-webhooks.sql.ts'
import type { Webhook } from '../../../processors/port.ts'
import { counted } from '../../output.ts'
import type { ArrivalFacts } from './facts.sql.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

export interface Place {
  isDefault: boolean
  /** The address at which the processor reaches the service; null if the settings do not say. */
  publicUrl: string | null
}

const kinds = [
  { listensTo: 'accounts', endpoint: 'connected-accounts endpoint', events: 'connected-account events' },
  { listensTo: 'platform', endpoint: 'platform endpoint', events: 'events of your own account' },
] as const
type Kind = (typeof kinds)[number]

/** Compares the webhook endpoints at the processor with the two that the service needs, each with its own secret. */
export function endpointFindings(
  all: Webhook[],
  { name, prefix, webhookSecrets }: Pick<Platform, 'name' | 'prefix' | 'webhookSecrets'>,
  { isDefault, publicUrl }: Place,
): Finding[] {
  const path = `/webhooks/processor${isDefault ? '' : `/${name}`}`
  const address = `${publicUrl?.replace(/\/+$/, '') ?? '…'}${path}`
  const paths = [path, `/webhooks/processor/${name}`]
  const atPath = all.filter(({ url }) => paths.includes(pathOf(url)))
  const ours = atPath.filter(({ url }) => publicUrl === null || originOf(url) === originOf(publicUrl))
  const elsewhere = atPath.filter(one => !ours.includes(one))
  const findings = [
    ...kinds.flatMap(kind => {
      const registered = ours.filter(one => one.listensTo === kind.listensTo)
      const enabled = registered.filter(({ isEnabled }) => isEnabled)
      const [first, another] = enabled
      if (!first) return [missing(kind, address, registered, elsewhere)]
      return another ? [twice(kind, enabled.length), ...faultsIn(first, kind)] : faultsIn(first, kind)
    }),
    ...secretFaults(webhookSecrets, `${prefix}_WEBHOOK_SECRET`),
  ]
  if (findings.some(({ state }) => state === 'fault')) return findings
  const urls = [...new Set(ours.map(({ url }) => url))].join(', ')
  return [ok('webhooks', `Both endpoints are registered: ${urls}.`), ...findings]
}

function missing(kind: Kind, address: string, registered: Webhook[], elsewhere: Webhook[]): Finding {
  const { endpoint, events } = kind
  if (registered.length > 0) {
    const found = `The ${endpoint} is disabled at the processor.`
    return fault('webhooks', found, 'Enable it again: the processor disables endpoints that fail for days.')
  }
  const others = [...new Set(elsewhere.map(({ url }) => url))]
  const found = `No endpoint at the processor sends ${events} to ${address}.`
  const hint = others.length > 0 ? ` There are endpoints for ${others.join(', ')}.` : ''
  return fault('webhooks', `${found}${hint}`, 'Register it (docs/go-live.md, step 2).')
}

const twice = ({ events }: Kind, count: number) =>
  warning('webhooks', `${count} endpoints receive ${events}.`, 'Delete all but one of them.')

function faultsIn({ missingEvents, isReadable, version }: Webhook, { endpoint }: Kind): Finding[] {
  const lacking = `The ${endpoint} does not receive ${missingEvents.join(', ')}.`
  const unreadable = `The ${endpoint} uses API version ${version}, which this release does not support.`
  const changing = `The ${endpoint} uses your account’s default API version, which may change.`
  const remedy = 'Create it again with the version in docs/go-live.md, step 2.'
  return [
    ...(missingEvents.length > 0
      ? [fault('webhooks', lacking, 'Enable these events at the processor.')]
      : []),
    ...(isReadable === false ? [fault('webhooks', unreadable, remedy)] : []),
    ...(isReadable === null ? [warning('webhooks', changing, remedy)] : []),
  ]
}

function secretFaults(secrets: string[], setting: string): Finding[] {
  const distinct = new Set(secrets).size
  const remedy = 'Each endpoint has its own secret; set both, separated by a comma.'
  if (distinct < secrets.length) return [fault('webhooks', `${setting} has the same secret twice.`, remedy)]
  if (distinct >= kinds.length) return []
  return [fault('webhooks', `${setting} has ${counted(distinct, 'secret')} for two endpoints.`, remedy)]
}

const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : '')
const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : '')

/** Polling may find an event before its webhook arrives. */
const underWayMs = 600_000

/** Whether webhooks arrive and, if not, why. Events found by polling do not count. */
export function arrivalFindings(
  platforms: Pick<Platform, 'name' | 'prefix'>[],
  arrivals: ArrivalFacts[],
  refusals: WebhookRefusals[],
): Finding[] {
  return platforms.flatMap((platform, index) => {
    const { name } = platform
    const check = index === 0 ? 'webhooks' : `webhooks of ${name}`
    const arrival = arrivals.find(({ processor }) => processor === name)
    const refused = refusals.filter(({ processor }) => processor === name)
    return [arrivalFinding(check, arrival), ...refused.map(one => refusal(check, platform, one, arrival))]
  })
}

function arrivalFinding(check: string, arrival: ArrivalFacts | undefined): Finding {
  const { byWebhookAt = null, foundAt = null, foundSince = 0 } = arrival ?? {}
  const found = `polling the processor found ${counted(foundSince, 'event')}`
  const remedy = 'Compare the address, the secrets and the firewall with docs/go-live.md, step 2.'
  if (!byWebhookAt) {
    if (!foundAt) return warning(check, 'No events received yet.', 'Run svcpay doctor --rehearse.')
    return fault(check, `No webhooks received; ${found}.`, remedy)
  }
  const last = `The last webhook came at ${byWebhookAt.toISOString()}.`
  if (foundSince === 0 || !foundAt) return ok(check, last)
  const isUnderWay = foundAt.getTime() - byWebhookAt.getTime() < underWayMs
  const since = `${last} Since then, ${found}.`
  return isUnderWay ? warning(check, since, remedy) : fault(check, since, remedy)
}

type Prefixed = Pick<Platform, 'prefix'>

function refusal(check: string, platform: Prefixed, refused: WebhookRefusals, arrival?: ArrivalFacts) {
  const { reason, listensTo, since, lastAt } = refused
  const endpoint = kinds.find(kind => kind.listensTo === listensTo)?.endpoint
  const lastCame = listensTo === 'platform' ? arrival?.platformAt : arrival?.accountsAt
  const why = reason === 'late' ? 'they were signed too long ago' : 'their signature is wrong'
  const found = `Webhooks of the ${endpoint} were refused because ${why}, from ${since.toISOString()} to ${lastAt.toISOString()}.`
  const remedy = refusalRemedy(refused, platform)
  return lastCame && lastCame > lastAt ? warning(check, found, remedy) : fault(check, found, remedy)
}

export function refusalRemedy({ reason }: WebhookRefusals, { prefix }: Prefixed): string {
  if (reason === 'late') return 'Synchronize this machine’s clock.'
  return `Copy the signing secret of each endpoint from the processor’s dashboard into ${prefix}_WEBHOOK_SECRET.`
}
