import { Type } from '@fastify/type-provider-typebox'
import { Choice, CountryField, sample, Text } from '../http/fields.ts'
import { Body, Line, Named, Strict } from '../http/schemas.ts'

export const TokenSchema = Named('ConnectionToken', 'A token for the terminal SDK.', {
  secret: Text('Short-lived. Initialize the terminal SDK with it.', 'pst_test_k5v8xemw9g6t2q4r7y0zb'),
})

export const LocationBody = Body(
  'NewLocation',
  'The location to create.',
  {
    displayName: Line(1000, { minLength: 1, description: 'The display name' }),
    line1: Line(200, { minLength: 1, description: 'Street address' }),
    line2: Type.Optional(Line(200, { description: 'Second line of the street address' })),
    city: Line(200, { minLength: 1, description: 'City' }),
    state: Line(200, { minLength: 1, description: 'State or province' }),
    postalCode: Line(40, { minLength: 1, description: 'Postal code' }),
    country: CountryField,
  },
  {
    displayName: 'Main Street',
    line1: '1 Main Street',
    city: 'Springfield',
    state: 'IL',
    postalCode: '62701',
  },
)

export const LocationSchema = Named('Location', 'A place with card readers.', {
  id: Text('The location’s id', 'tml_1Q0sandbox'),
  displayName: Text('The location’s name', 'Main Street'),
})

export const ReaderBody = Body(
  'NewReader',
  'The reader to register.',
  {
    registrationCode: Line(200, {
      minLength: 1,
      description: 'The code on the reader’s display; `simulated-wpe` in the sandbox',
    }),
    locationId: Line(100, { minLength: 1, description: 'The location of the reader' }),
    label: Type.Optional(Line(200, { minLength: 1, description: 'A name for the reader' })),
  },
  { registrationCode: 'simulated-wpe', locationId: 'tml_1Q0sandbox', label: 'Till 1' },
)

export const ReaderSchema = Named('Reader', 'A card reader.', {
  id: Text('The reader’s id', sample.readerId),
  label: Text('The reader’s name', 'Till 1'),
  deviceType: Text('The hardware', 'simulated_wisepos_e'),
  status: Choice(['online', 'offline'], '`online` or `offline`, as the processor sees it'),
  locationId: Text('The id of the reader’s location', 'tml_1Q0sandbox'),
})

export const TerminalBody = Body(
  'NewTerminal',
  'A location, or a reader for one: name exactly one of the two.',
  {
    location: Type.Optional(LocationBody),
    reader: Type.Optional(ReaderBody),
  },
  { reader: { registrationCode: 'simulated-wpe', locationId: 'tml_1Q0sandbox', label: 'Till 1' } },
)

export const RenameBody = Body(
  'TerminalName',
  'The new name.',
  { name: Line(200, { minLength: 1, description: 'The name of the reader or location' }) },
  { name: 'Till 2' },
)

export const TerminalSchema = Named('Terminal', 'A reader or a location.', {
  id: Text('Its id at the processor', sample.readerId),
})

/** Without a limit, everything the merchant has. */
export const ListQuery = Strict({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Items per page; omit it to get all' }),
  ),
  startingAfter: Type.Optional(
    Line(100, { minLength: 1, description: 'The id of the last item on the previous page' }),
  ),
})
