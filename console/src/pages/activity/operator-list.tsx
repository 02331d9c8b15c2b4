import { useState } from 'react'
import { command } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { type Column, DataTable, NarrowOnly } from '../../components/data-table.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useToast } from '../../components/toasts.tsx'
import { useMay } from '../../session/may.tsx'
import { fetchOperators, type Operator, useRefreshOperators } from './activity-query.ts'
import { AddOperator } from './add-operator.tsx'
import classes from './operator-list.module.css'

interface OperatorListProps {
  cursor: string | undefined
  onCursor: (cursor: string | undefined) => void
}

/** Operators and their roles. Only admins add and remove them. */
export function OperatorList({ cursor, onCursor }: OperatorListProps) {
  const [leaving, setLeaving] = useState<Operator | null>(null)
  const may = useMay()
  const page = useKeysetPage({
    queryKey: ['operators'],
    cursor,
    fetchPage: (cursor, signal) => fetchOperators({ cursor, signal }),
  })
  const remove = (operator: Operator) =>
    may('removeOperator') && (
      <Button size="xs" color="red" onClick={() => setLeaving(operator)}>
        Remove operator
      </Button>
    )
  const columns: readonly Column<Operator>[] = [
    {
      header: 'Name',
      cell: operator => (
        <>
          <strong>{operator.name}</strong>
          <NarrowOnly>{remove(operator)}</NarrowOnly>
        </>
      ),
    },
    { header: 'Role', cell: ({ role }) => <StatusBadge status={role} /> },
    { header: 'Token', from: 'sm', cell: ({ hint }) => <code>····{hint}</code> },
    {
      header: 'Last used',
      from: 'sm',
      cell: ({ lastUsedAt }) => <Time at={lastUsedAt} relative none="Never" />,
    },
    { header: 'Added', from: 'md', cell: ({ createdAt }) => <Time at={createdAt} /> },
    ...(may('removeOperator')
      ? [{ header: 'Actions', from: 'sm', align: 'right', cell: remove } as const]
      : []),
  ]
  return (
    <>
      <div className={classes.bar}>
        <p>
          Viewers can only read. Support can also redeliver, capture, refund and cancel. Admins can do
          everything.
        </p>
        {may('addOperator') && <AddOperator />}
      </div>
      <DataTable
        caption="Operators, newest first"
        columns={columns}
        rows={page.rows}
        rowKey={({ operatorId }) => operatorId}
        error={page.error}
        onRetry={page.retry}
        isStale={page.isStale}
        expectedRows={3}
        empty={
          <EmptyState title="No operators yet">
            The token in the service’s settings belongs to the first admin. Add an operator for each person,
            so that the log shows who did what.
          </EmptyState>
        }
        footer={<Pager page={page} onCursor={onCursor} />}
      />
      {leaving && <RemoveOperator operator={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function RemoveOperator({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { operatorId, name } = operator
  const refresh = useRefreshOperators()
  const toast = useToast()
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirmLabel="Remove operator"
      isDanger
      command={command('delete', '/admin/v1/operators/{operatorId}', {
        path: { operatorId },
      })}
      onDone={async () => {
        await refresh()
        toast(`${name} removed`)
      }}
      onClose={onClose}
    >
      <p>The token stops working and its sessions end at once. Past actions stay in the log.</p>
    </ConfirmDialog>
  )
}
