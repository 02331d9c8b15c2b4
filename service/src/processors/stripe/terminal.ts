import type { Stripe } from 'stripe'
import type { Call } from '../outcomes.ts'
import type { Listed, ListPage, Location, Reader, TerminalProcessor } from '../terminal-port.ts'
import { idOf } from './id-of.ts'
import { optionsOf, withOutcomes } from './outcome.ts'

/**
 * Every call is made on the connected account. A token for the platform's own account is the classic mistake, and only
 * shows up later, as "No such location" on the reader.
 */
export function createStripeTerminal({ terminal }: Stripe): TerminalProcessor {
  const { locations, readers } = terminal
  return withOutcomes<TerminalProcessor>({
    async createConnectionToken(stripeAccount) {
      const { secret } = await terminal.connectionTokens.create({}, { stripeAccount })
      return { secret }
    },

    async createLocation(call, { displayName, line1, line2, city, state, postalCode, country }) {
      const address = { line1, ...(line2 ? { line2 } : {}), city, state, postal_code: postalCode, country }
      const params = { display_name: displayName, address, metadata: markOf(call) }
      return locationOf(await locations.create(params, optionsOf(call)))
    },

    findLocation: call => findMarked(locations, call, locationOf),

    listLocations: (stripeAccount, page) => listed(locations, stripeAccount, page, locationOf),

    async registerReader(call, { registrationCode, locationId, label }) {
      const params = {
        registration_code: registrationCode,
        location: locationId,
        metadata: markOf(call),
        ...(label ? { label } : {}),
      }
      return readerOf(await readers.create(params, optionsOf(call)))
    },

    findReader: call => findMarked(readers, call, readerOf),

    listReaders: (stripeAccount, page) => listed(readers, stripeAccount, page, readerOf),

    async rename(stripeAccount, id, name) {
      await (isLocation(id)
        ? locations.update(id, { display_name: name }, { stripeAccount })
        : readers.update(id, { label: name }, { stripeAccount }))
      return null
    },

    async remove(stripeAccount, id) {
      await (isLocation(id) ? locations : readers).del(id, {}, { stripeAccount })
      return null
    },
  })
}

const isLocation = (id: string) => id.startsWith('tml_')

interface Resource<Item> {
  list(
    params: { limit: number; starting_after?: string },
    options: Stripe.RequestOptions,
  ): Stripe.ApiListPromise<Item>
}

const pageSize = 100
const maxPages = 20

/** One page if there is a limit, otherwise all pages up to a bound. */
async function listed<From extends { id: string }, To>(
  resource: Resource<From>,
  stripeAccount: string,
  { limit, startingAfter }: ListPage,
  map: (item: From) => To,
): Promise<Listed<To>> {
  const items: To[] = []
  let [calls, hasMore, last] = [0, true, startingAfter]
  while (hasMore && calls < (limit === null ? maxPages : 1)) {
    const params = { limit: limit ?? pageSize, ...(last ? { starting_after: last } : {}) }
    const page = await resource.list(params, { stripeAccount })
    calls += 1
    items.push(...page.data.map(map))
    hasMore = page.has_more
    last = page.data.at(-1)?.id ?? last
  }
  return { items, hasMore, calls }
}

/** Finds the object again if its answer was lost and the processor has forgotten the key. */
const markOf = (call: Call) => ({ svcOperation: call.idempotencyKey })

async function findMarked<From extends { metadata: Stripe.Metadata }, To>(
  resource: Resource<From>,
  { accountId, idempotencyKey }: Call,
  map: (item: From) => To,
): Promise<To | null> {
  for await (const item of resource.list({ limit: pageSize }, { stripeAccount: accountId })) {
    if (item.metadata.svcOperation === idempotencyKey) return map(item)
  }
  return null
}

function locationOf({ id, display_name: displayName }: Stripe.Terminal.Location): Location {
  return { id, displayName }
}

function readerOf({ id, label, device_type, status, location }: Stripe.Terminal.Reader): Reader {
  return {
    id,
    label,
    deviceType: device_type,
    status: status === 'online' ? 'online' : 'offline',
    locationId: idOf(location) ?? '',
  }
}
