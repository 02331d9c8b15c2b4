import type { Config, Platform } from '../../../config.ts'
import type { Processor } from '../../../processors/port.ts'
import { createProcessors } from '../../../processors/registry.ts'
import { type Finding, fault, ok, warning } from './finding.ts'
import { endpointFindings, type Place } from './webhooks.ts'

const timeoutMs = 10_000
const maxApartMs = 60_000

export async function checkProcessors(config: Config): Promise<Finding[]> {
  const processors = createProcessors(config, { timeoutMs }).forRequests()
  const found = await Promise.all(
    config.processors.map((platform, index) => {
      const processor = processors.get(platform.name)
      const place = { isDefault: index === 0, publicUrl: config.publicUrl }
      return processor ? checkProcessor(processor, platform, place) : []
    }),
  )
  return found.flat()
}

async function checkProcessor(processor: Processor, platform: Platform, place: Place): Promise<Finding[]> {
  const time = await processor.readTime(null)
  if (time.kind !== 'done') {
    const remedy = `Check the network, the name server and ${platform.prefix}_API_BASE.`
    return [fault('processor', `${processor.name} does not answer.`, remedy)]
  }
  const found = [...clockFindings(time.value), ...(await webhookFindings(processor, platform, place))]
  return place.isDefault ? found : found.map(one => ({ ...one, check: `${one.check} of ${processor.name}` }))
}

function clockFindings(now: Date | null): Finding[] {
  if (!now) return []
  const apartMs = Math.abs(now.getTime() - Date.now())
  if (apartMs <= maxApartMs) return [ok('clock', 'The processor’s clock agrees to the minute.')]
  const found = `This machine’s clock and the processor’s differ by ${Math.round(apartMs / 1000)} s.`
  const remedy = 'Synchronize this machine’s clock: if it is five minutes off, webhooks are refused.'
  return [fault('clock', found, remedy)]
}

/** Listing the endpoints needs the credentials, so this checks both. */
async function webhookFindings(processor: Processor, platform: Platform, place: Place): Promise<Finding[]> {
  if (!processor.listWebhooks) return []
  const listed = await processor.listWebhooks()
  if (listed.kind === 'unknown') return [warning('webhooks', listed.reason, 'Run this again.')]
  if (listed.kind === 'refused') {
    const found = `The processor refused: ${listed.refusal.message}`
    return [fault('processor', found, `Check ${platform.prefix}_SECRET_KEY and its permissions.`)]
  }
  const accepted = ok('processor', 'The processor accepts the credentials.')
  return [accepted, ...endpointFindings(listed.value, platform, place)]
}
