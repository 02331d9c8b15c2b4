import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { command } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { TextInput } from '../../components/fields.tsx'
import { Pager } from '../../components/keyset-pages.tsx'
import { Time } from '../../components/time.tsx'
import { useMay } from '../../session/may.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { differenceColumns, differencesTitle } from './difference-columns.tsx'
import { type Difference, useOpenDifferences } from './reconciliation-query.ts'

interface OpenDifferencesProps {
  merchantId: string | undefined
  cursor: string | undefined
  onCursor: (cursor: string | undefined) => void
}

/** The unexplained differences of one merchant or all, no matter when they were found. Shows nothing if there are none. */
export function OpenDifferences({ merchantId, cursor, onCursor }: OpenDifferencesProps) {
  const page = useOpenDifferences(merchantId, cursor)
  const merchantName = useMerchantName()
  const mayExplain = useMay()('explainDifference')
  const [chosen, setChosen] = useState<Difference | null>(null)
  if (cursor === undefined && !page.error && !page.rows?.length) return null
  const explainColumn: Column<Difference> = {
    header: 'Explain',
    align: 'right',
    cell: one => (
      <Button size="sm" onClick={() => setChosen(one)}>
        Explain
      </Button>
    ),
  }
  const columns = differenceColumns<Difference>(({ foundAt }) => (
    <>
      found <Time at={foundAt} relative />
    </>
  ))
  const title = differencesTitle(page.rows, 'Unexplained differences')
  return (
    <Card
      flush
      title={`${title}${merchantId ? ` of ${merchantName(merchantId)}` : ''}`}
      aside={merchantId && <Link to="/reconciliations">Show all merchants</Link>}
    >
      <DataTable
        caption={title}
        columns={mayExplain ? [...columns, explainColumn] : columns}
        rows={page.rows}
        rowKey={({ differenceId }) => differenceId}
        error={page.error}
        onRetry={page.retry}
        isStale={page.isStale}
        empty={null}
        footer={<Pager page={page} onCursor={onCursor} />}
      />
      {chosen && <ExplainDialog difference={chosen} onClose={() => setChosen(null)} />}
    </Card>
  )
}

function ExplainDialog({ difference, onClose }: { difference: Difference; onClose: () => void }) {
  const { differenceId, what } = difference
  const isUnreadable = what === 'unreadable'
  const [text, setText] = useState('')
  const note = text.trim()
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      title={isUnreadable ? 'Explain why the account cannot be read' : 'Explain the difference'}
      confirmLabel="Explain"
      isDisabled={note === ''}
      command={command('post', '/admin/v1/differences/{differenceId}/explain', {
        path: { differenceId },
        body: { note },
      })}
      onDone={() => queryClient.invalidateQueries({ queryKey: ['reconciliations'] })}
      onClose={onClose}
    >
      <p>
        {isUnreadable
          ? 'The account will no longer need attention until a comparison can read it again; nothing else changes.'
          : 'The difference will no longer be counted; nothing else changes. It will be counted again if a comparison finds different amounts.'}
      </p>
      <TextInput
        label="Note"
        description={`Why ${isUnreadable ? 'the account cannot be read' : 'the ledger and the processor differ'}; kept in the audit log with your name`}
        maxLength={500}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        data-autofocus
      />
    </ConfirmDialog>
  )
}
