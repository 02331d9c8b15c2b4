import type { Config, Platform } from '../../../config.ts'
import type { Processor } from '../../../processors/port.ts'
import { createProcessors } from '../../../processors/registry.ts'
import { counted } from '../../output.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

const timeoutMs = 10_000
const maxApartMs = 60_000

export async function checkProcessors(config: Config): Promise<Finding[]> {
  const processors = createProcessors(config, { timeoutMs }).forRequests()
  const found = await Promise.all(
    config.processors.map(async (platform, index) => {
      const processor = processors.get(platform.name)
      return processor ? await checkProcessor(processor, platform, index === 0) : []
    }),
  )
  return found.flat()
}

async function checkProcessor(
  processor: Processor,
  platform: Platform,
  isDefault: boolean,
): Promise<Finding[]> {
  const time = await processor.readTime(null)
  if (time.kind !== 'done') {
    const remedy = `Check the network, the name server and ${platform.prefix}_API_BASE.`
    return [fault('processor', `${processor.name} does not answer.`, remedy)]
  }
  const found = [...clockFindings(time.value), ...(await webhookFindings(processor, platform, isDefault))]
  return isDefault ? found : found.map(one => ({ ...one, check: `${one.check} of ${processor.name}` }))
}

function clockFindings(now: Date | null): Finding[] {
  if (!now) return []
  const apartMs = Math.abs(now.getTime() - Date.now())
  if (apartMs <= maxApartMs) return [ok('clock', 'The processor’s clock agrees to the minute.')]
  const found = `This machine’s and the processor’s clock are ${Math.round(apartMs / 1000)} s apart.`
  return [fault('clock', found, 'Synchronize this machine: webhooks are refused five minutes apart.')]
}

/** Listing them needs the credentials, so that it checks both. */
async function webhookFindings(
  processor: Processor,
  { name, prefix, webhookSecrets }: Platform,
  isDefault: boolean,
): Promise<Finding[]> {
  if (!processor.listWebhooks) return []
  const listed = await processor.listWebhooks()
  if (listed.kind === 'unknown') return [warning('webhooks', listed.reason, 'Run this again.')]
  if (listed.kind === 'refused') {
    const { message } = listed.refusal
    return [
      fault('processor', `The processor refused: ${message}`, `Check ${prefix}_SECRET_KEY and its rights.`),
    ]
  }
  const accepted = ok('processor', 'The processor accepts the credentials.')
  const path = `/webhooks/processor${isDefault ? '' : `/${name}`}`
  const paths = [path, `/webhooks/processor/${name}`]
  const ours = listed.value.filter(({ url }) => paths.some(own => url.endsWith(own)))
  const secrets = webhookSecrets.length
  if (ours.length < 2 || secrets < 2) {
    const found = `At the processor: ${counted(ours.length, 'endpoint')}. Here: ${counted(secrets, 'secret')}.`
    const remedy = `Register two for …${path}, one of them for connected accounts, and put both secrets into ${prefix}_WEBHOOK_SECRET.`
    return [accepted, fault('webhooks', found, remedy)]
  }
  if (!ours.some(({ reportsFees }) => reportsFees)) {
    const found = 'No endpoint is sent the events of refunded fees.'
    return [accepted, fault('webhooks', found, 'Add them to the one for your own account (docs/go-live.md).')]
  }
  const urls = ours.map(({ url }) => url).join(', ')
  return [accepted, ok('webhooks', `${ours.length} endpoints are registered: ${urls}.`)]
}
