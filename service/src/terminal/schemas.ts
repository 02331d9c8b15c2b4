import { Type } from '@fastify/type-provider-typebox'
import { Line, strict } from '../http/schemas.ts'

export const TokenSchema = Type.Object(
  {
    secret: Type.String({
      description: 'Short-lived. Initialise the terminal SDK with it.',
      examples: ['pst_test_k5v8xemw9g6t2q4r7y0zb'],
    }),
  },
  { title: 'ConnectionToken', description: 'A token for the terminal SDK.' },
)

export const LocationBody = Type.Object(
  {
    displayName: Line(1000, { minLength: 1, description: 'The name people know it by' }),
    line1: Line(200, { minLength: 1, description: 'Street address' }),
    line2: Type.Optional(Line(200, { description: 'More of the street address' })),
    city: Line(200, { minLength: 1 }),
    state: Line(200, { minLength: 1, description: 'State or province' }),
    postalCode: Line(40, { minLength: 1 }),
    country: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{2}$', default: 'US', description: 'Two-letter country code' }),
    ),
  },
  {
    ...strict,
    title: 'NewLocation',
    description: 'The location to create.',
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

export const LocationSchema = Type.Object(
  {
    id: Type.String({ examples: ['tml_1Q0sandbox'] }),
    displayName: Type.String({ examples: ['Main Street'] }),
  },
  { title: 'Location', description: 'Where card readers are used.' },
)

export const ReaderBody = Type.Object(
  {
    registrationCode: Line(200, {
      minLength: 1,
      description: 'The code on the reader’s display; `simulated-wpe` in the sandbox',
    }),
    locationId: Line(100, { minLength: 1, description: 'Where the reader is used' }),
    label: Type.Optional(Line(200, { minLength: 1, description: 'A name for the reader' })),
  },
  {
    ...strict,
    title: 'NewReader',
    description: 'The reader to register.',
    examples: [{ registrationCode: 'simulated-wpe', locationId: 'tml_1Q0sandbox', label: 'Till 1' }],
  },
)

export const ReaderSchema = Type.Object(
  {
    id: Type.String({ examples: ['tmr_1Q0sandbox'] }),
    label: Type.String({ examples: ['Till 1'] }),
    deviceType: Type.String({ description: 'The hardware', examples: ['simulated_wisepos_e'] }),
    status: Type.String({ enum: ['online', 'offline'] }),
    locationId: Type.String({ examples: ['tml_1Q0sandbox'] }),
  },
  { title: 'Reader', description: 'A card reader.' },
)

/** Without a limit, everything the merchant has. */
export const ListQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Items per page; leave it out to get all' }),
    ),
    startingAfter: Type.Optional(
      Line(100, { minLength: 1, description: 'The id of the last item on the page before' }),
    ),
  },
  strict,
)
