import { Type } from '@fastify/type-provider-typebox'
import { Line, strict } from '../http/schemas.ts'

export const TokenSchema = Type.Object({
  secret: Type.String({ description: 'Short-lived; initialises the terminal SDK' }),
})

export const LocationBody = Type.Object(
  {
    displayName: Line(1000, { minLength: 1 }),
    line1: Line(200, { minLength: 1 }),
    line2: Type.Optional(Line(200)),
    city: Line(200, { minLength: 1 }),
    state: Line(200, { minLength: 1 }),
    postalCode: Line(40, { minLength: 1 }),
    country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$', description: 'Two letters; default US' })),
  },
  {
    ...strict,
    examples: [
      {
        displayName: 'Main Street',
        line1: '1 Main Street',
        city: 'Springfield',
        state: 'IL',
        postalCode: '62701',
      },
    ],
  },
)

export const LocationSchema = Type.Object({
  id: Type.String({ examples: ['tml_1Q0sandbox'] }),
  displayName: Type.String({ examples: ['Main Street'] }),
})

export const ReaderBody = Type.Object(
  {
    registrationCode: Line(200, { minLength: 1, description: 'As the reader displays it' }),
    locationId: Line(100, { minLength: 1 }),
    label: Type.Optional(Line(200, { minLength: 1 })),
  },
  {
    ...strict,
    examples: [{ registrationCode: 'simulated-wpe', locationId: 'tml_1Q0sandbox', label: 'Till 1' }],
  },
)

export const ReaderSchema = Type.Object({
  id: Type.String({ examples: ['tmr_1Q0sandbox'] }),
  label: Type.String({ examples: ['Till 1'] }),
  deviceType: Type.String({ examples: ['simulated_wisepos_e'] }),
  status: Type.String({ enum: ['online', 'offline'] }),
  locationId: Type.String({ examples: ['tml_1Q0sandbox'] }),
})

/** Without a limit, everything the merchant has. */
export const ListQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    startingAfter: Type.Optional(Line(100, { minLength: 1, description: 'The last id of the page before' })),
  },
  strict,
)
