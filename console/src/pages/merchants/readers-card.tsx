import { Card } from '../../components/card.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import { type Column, DataTable, NarrowOnly, SecondLine } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { StatusBadge, statusText } from '../../components/status-badge.tsx'
import { useMay } from '../../session/may.tsx'
import keys from './keys-card.module.css'
import { activeAccount, isDisconnected, useMerchant, useTerminals } from './merchant-query.ts'
import classes from './merchants.module.css'
import { NewLocation, RegisterReader, RemoveTerminal, RenameTerminal } from './terminal-dialogs.tsx'

/** A location, or a reader at one. */
interface Line {
  id: string
  name: string
  location: string | null
  reader: { deviceType: string; status: string } | null
  /** The names of a location's readers. */
  readersThere: readonly string[]
}

export function ReadersCard({ merchantId }: { merchantId: string }) {
  const may = useMay()
  const { data: merchant } = useMerchant(merchantId)
  const hasLostAccess = merchant !== undefined && isDisconnected(merchant)
  const { data, error, refetch } = useTerminals(merchantId, merchant !== undefined && !hasLostAccess)
  const hasAccount = Boolean(merchant?.processorAccountId)
  const account = merchant && activeAccount(merchant)
  const isClosed = /^(rejected|deauthorized)/.test(account?.restriction ?? '')
  return (
    <Card
      title="Readers and locations"
      flush
      aside={
        data &&
        hasAccount &&
        !isClosed &&
        may('addTerminal') && (
          <span className={classes.badges}>
            <RegisterReader merchantId={merchantId} locations={data.locations} />
            <NewLocation merchantId={merchantId} />
          </span>
        )
      }
    >
      <DataTable
        caption="Card readers and their locations"
        columns={columnsFor(merchantId, may('renameTerminal'))}
        rows={hasLostAccess ? [] : data && linesOf(data)}
        rowKey={({ id }) => id}
        error={error}
        onRetry={refetch}
        expectedRows={1}
        empty={
          <EmptyState title="No card readers">
            {!hasAccount
              ? 'They need an account at the processor.'
              : isClosed
                ? 'They need an account that can take payments.'
                : may('addTerminal') &&
                  'To take cards in person, create a location, then register a reader there.'}
          </EmptyState>
        }
      />
    </Card>
  )
}

function columnsFor(merchantId: string, mayChange: boolean): readonly Column<Line>[] {
  const actions = ({ id, name, reader, readersThere }: Line) => (
    <span className={keys.actions}>
      <RenameTerminal merchantId={merchantId} terminal={{ id, name }} />
      <RemoveTerminal
        merchantId={merchantId}
        terminal={{ id, name, isReader: reader !== null, readersThere }}
      />
    </span>
  )
  return [
    {
      header: 'Name',
      cell: line => (
        <>
          <strong>{line.name}</strong>
          <SecondLine>
            {line.reader ? `Reader at ${line.location ?? 'a removed location'}` : 'Location'}
          </SecondLine>
          {mayChange && <NarrowOnly>{actions(line)}</NarrowOnly>}
        </>
      ),
    },
    { header: 'Status', cell: ({ reader }) => (reader ? <StatusBadge status={reader.status} /> : '–') },
    { header: 'Device', from: 'md', cell: ({ reader }) => (reader ? statusText(reader.deviceType) : '–') },
    { header: 'Id', from: 'lg', cell: ({ id }) => <CopyableId id={id} short /> },
    ...(mayChange ? [{ header: 'Change', from: 'sm', align: 'right', cell: actions } as const] : []),
  ]
}

type Terminals = NonNullable<ReturnType<typeof useTerminals>['data']>

/** Each location, followed by its readers. */
function linesOf({ readers, locations }: Terminals): Line[] {
  const readersAt = (id: string, location: string) =>
    readers
      .filter(({ locationId }) => locationId === id)
      .map(({ id, label, ...reader }) => ({ id, name: label, location, reader, readersThere: [] }))
  const known = new Set(locations.map(({ id }) => id))
  const elsewhere = readers.filter(({ locationId }) => !known.has(locationId))
  return [
    ...locations.flatMap(({ id, displayName }) => {
      const there = readersAt(id, displayName)
      const readersThere = there.map(({ name }) => name)
      return [{ id, name: displayName, location: null, reader: null, readersThere }, ...there]
    }),
    ...elsewhere.map(({ id, label, ...reader }) => ({
      id,
      name: label,
      location: null,
      reader,
      readersThere: [],
    })),
  ]
}
