import { api, type Item } from '../../api/client.ts'
import { command } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import { type Column, DataTable, NarrowOnly } from '../../components/data-table.tsx'
import { Money } from '../../components/money.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useMay } from '../../session/may.tsx'
import { useSignedIn } from '../../session/session.ts'
import { useControl } from './use-control.ts'

type SandboxReader = Item<'listSandboxReaders'>

export function ReadersCard() {
  const { state, error, change, isBusy } = useControl('readers', () => api.GET('/admin/v1/sandbox/readers'))
  const { sandbox } = useSignedIn()
  const may = useMay()
  const columns: Column<SandboxReader>[] = [
    {
      header: 'Reader',
      cell: ({ reader }) => (
        <>
          <a
            href={`${sandbox?.url}/_sandbox/pages/readers/${reader.id}`}
            target="_blank"
            rel="noreferrer"
            data-row-link
          >
            {reader.label}
          </a>
          <NarrowOnly>{String(reader.device_type)}</NarrowOnly>
        </>
      ),
    },
    { header: 'State', cell: ({ reader }) => <StatusBadge status={reader.status} /> },
    { header: 'Id', from: 'md', cell: ({ reader }) => <CopyableId id={reader.id} /> },
    {
      header: 'Shows',
      from: 'sm',
      cell: ({ payment_intent: shown }) =>
        shown ? <Money cents={shown.amount} currency={shown.currency} /> : 'Ready',
    },
    {
      header: 'Actions',
      align: 'right',
      cell: ({ reader, payment_intent: shown }) =>
        may('setSandboxReader') && (
          <>
            {shown && (
              <Button
                size="xs"
                disabled={isBusy}
                onClick={() =>
                  change(
                    command('post', '/admin/v1/sandbox/readers/{id}/present', {
                      path: { id: reader.id },
                      body: {},
                    }),
                  )
                }
              >
                Present card
              </Button>
            )}{' '}
            <Button
              size="xs"
              disabled={isBusy}
              onClick={() =>
                change(
                  command('post', '/admin/v1/sandbox/readers/{id}', {
                    path: { id: reader.id },
                    body: { status: reader.status === 'online' ? 'offline' : 'online' },
                  }),
                )
              }
            >
              {reader.status === 'online' ? 'Take offline' : 'Bring online'}
            </Button>
          </>
        ),
    },
  ]
  return (
    <Card title="Readers" flush>
      <DataTable
        caption="Simulated card readers"
        columns={columns}
        rows={state?.data}
        rowKey={({ reader }) => reader.id}
        error={error}
        expectedRows={2}
        empty={
          <EmptyState title="No readers yet">
            A merchant’s server registers one with POST /v1/terminal/readers.
          </EmptyState>
        }
      />
    </Card>
  )
}
