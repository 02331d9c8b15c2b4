import type { Stripe } from 'stripe'
import type { Call } from '../outcomes.ts'
import type { Listed, ListPage, Location, Reader, TerminalProcessor } from '../terminal-port.ts'
import { optionsOf, outcomeOf } from './outcome.ts'

/**
 * Every call is made on the connected account. A token for the platform's own account is the classic mistake, and only
 * shows up later, as "No such location" on the reader.
 */
export function createStripeTerminal(stripe: Stripe): TerminalProcessor {
  return {
    createConnectionToken: accountId =>
      outcomeOf(async () => {
        const { secret } = await stripe.terminal.connectionTokens.create({}, { stripeAccount: accountId })
        return { secret }
      }),

    createLocation: (call, { displayName, line1, line2, city, state, postalCode, country }) =>
      outcomeOf(async () => {
        const address = { line1, ...(line2 ? { line2 } : {}), city, state, postal_code: postalCode, country }
        const location = await stripe.terminal.locations.create(
          { display_name: displayName, address, metadata: markOf(call) },
          optionsOf(call),
        )
        return locationOf(location)
      }),

    findLocation: call =>
      outcomeOf(async () => {
        const location = await findMarked(stripe.terminal.locations, call)
        return location && locationOf(location)
      }),

    listLocations: (accountId, page) =>
      outcomeOf(() => listed(stripe.terminal.locations, accountId, page, locationOf)),

    registerReader: (call, { registrationCode, locationId, label }) =>
      outcomeOf(async () => {
        const params = {
          registration_code: registrationCode,
          location: locationId,
          metadata: markOf(call),
          ...(label ? { label } : {}),
        }
        return readerOf(await stripe.terminal.readers.create(params, optionsOf(call)))
      }),

    findReader: call =>
      outcomeOf(async () => {
        const reader = await findMarked(stripe.terminal.readers, call)
        return reader && readerOf(reader)
      }),

    listReaders: (accountId, page) =>
      outcomeOf(() => listed(stripe.terminal.readers, accountId, page, readerOf)),

    rename: (stripeAccount, id, name) =>
      outcomeOf(async () => {
        await (isLocation(id)
          ? stripe.terminal.locations.update(id, { display_name: name }, { stripeAccount })
          : stripe.terminal.readers.update(id, { label: name }, { stripeAccount }))
        return null
      }),

    remove: (stripeAccount, id) =>
      outcomeOf(async () => {
        await stripe.terminal[isLocation(id) ? 'locations' : 'readers'].del(id, {}, { stripeAccount })
        return null
      }),
  }
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
  const found: From[] = []
  let [calls, hasMore, last] = [0, true, startingAfter]
  while (hasMore && calls < (limit === null ? maxPages : 1)) {
    const params = { limit: limit ?? pageSize, ...(last ? { starting_after: last } : {}) }
    const page = await resource.list(params, { stripeAccount })
    calls += 1
    found.push(...page.data)
    hasMore = page.has_more
    last = page.data.at(-1)?.id ?? last
  }
  return { items: found.map(map), hasMore, calls }
}

/** Finds the object again if its answer was lost and the processor has forgotten the key. */
const markOf = (call: Call) => ({ svcOperation: call.idempotencyKey })

async function findMarked<Item extends { metadata: Stripe.Metadata }>(
  resource: Resource<Item>,
  { accountId, idempotencyKey }: Call,
): Promise<Item | null> {
  for await (const item of resource.list({ limit: pageSize }, { stripeAccount: accountId })) {
    if (item.metadata.svcOperation === idempotencyKey) return item
  }
  return null
}

function locationOf(location: Stripe.Terminal.Location): Location {
  return { id: location.id, displayName: location.display_name }
}

function readerOf(reader: Stripe.Terminal.Reader): Reader {
  return {
    id: reader.id,
    label: reader.label,
    deviceType: reader.device_type,
    status: reader.status === 'online' ? 'online' : 'offline',
    locationId: typeof reader.location === 'string' ? reader.location : (reader.location?.id ?? ''),
  }
}
