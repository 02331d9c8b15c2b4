import type { Platform } from '../../../config.ts'
import type { WebhookRefusals } from '../../../inbox/refused-webhooks.sql.ts'
import { counted } from '../../output.ts'
import type { ArrivalFacts } from './facts.sql.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

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

function refusal(
  check: string,
  platform: Prefixed,
  refused: WebhookRefusals,
  arrival: ArrivalFacts | undefined,
): Finding {
  const { reason, listensTo, since, lastAt } = refused
  const { endpoint, lastCame } =
    listensTo === 'platform'
      ? { endpoint: 'platform endpoint', lastCame: arrival?.platformAt }
      : { endpoint: 'connected-accounts endpoint', lastCame: arrival?.accountsAt }
  const why = reason === 'late' ? 'they were signed too long ago' : 'their signature is wrong'
  const found = `Webhooks of the ${endpoint} were refused because ${why}, from ${since.toISOString()} to ${lastAt.toISOString()}.`
  const remedy = refusalRemedy(refused, platform)
  return lastCame && lastCame > lastAt ? warning(check, found, remedy) : fault(check, found, remedy)
}

export function refusalRemedy({ reason }: WebhookRefusals, { prefix }: Prefixed): string {
  if (reason === 'late') return 'Synchronize this machine’s clock.'
  return `Copy the signing secret of each endpoint from the processor’s dashboard into ${prefix}_WEBHOOK_SECRET.`
}
