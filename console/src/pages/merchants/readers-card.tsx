import { Card } from '../../components/card.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { StatusBadge, statusText } from '../../components/status-badge.tsx'
import { useTerminals } from './merchant-query.ts'

/** A reader with the name of its location, or a location without a reader. */
interface Line {
  id: string
  location: string
  reader: { label: string; deviceType: string; status: string } | null
}

const columns: readonly Column<Line>[] = [
  { header: 'Reader', cell: ({ reader }) => <strong>{reader?.label ?? 'No reader yet'}</strong> },
  { header: 'Status', cell: ({ reader }) => (reader ? <StatusBadge status={reader.status} /> : '–') },
  { header: 'Location', from: 'sm', cell: ({ location }) => location },
  { header: 'Device', from: 'md', cell: ({ reader }) => (reader ? statusText(reader.deviceType) : '–') },
  { header: 'Id', from: 'lg', cell: ({ id }) => <CopyableId id={id} short /> },
]

export function ReadersCard({ merchantId }: { merchantId: string }) {
  const { data, error, refetch } = useTerminals(merchantId)
  return (
    <Card title="Readers and locations" flush>
      <DataTable
        caption="Card readers and their locations"
        columns={columns}
        rows={data && linesOf(data)}
        rowKey={({ id }) => id}
        error={error}
        onRetry={refetch}
        expectedRows={1}
        empty={
          <EmptyState title="No card readers">
            The merchant’s server adds locations and readers with <code>POST /v1/terminal/locations</code> and{' '}
            <code>/v1/terminal/readers</code>.
          </EmptyState>
        }
      />
    </Card>
  )
}

type Terminals = NonNullable<ReturnType<typeof useTerminals>['data']>

function linesOf({ readers, locations }: Terminals): Line[] {
  const names = new Map(locations.map(({ id, displayName }) => [id, displayName]))
  const inUse = new Set(readers.map(({ locationId }) => locationId))
  const withReader = readers.map(({ id, locationId, ...reader }) => ({
    id,
    location: names.get(locationId) ?? locationId,
    reader,
  }))
  const without = locations
    .filter(({ id }) => !inUse.has(id))
    .map(({ id, displayName }) => ({ id, location: displayName, reader: null }))
  return [...withReader, ...without]
}
