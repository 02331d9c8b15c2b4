import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { Countdown, useNow } from '../../components/countdown.tsx'
import { type Column, DataTable, NarrowOnly } from '../../components/data-table.tsx'
import { EmptyState, Note } from '../../components/notes.tsx'
import { SecretOnce } from '../../components/secret-once.tsx'
import { Time } from '../../components/time.tsx'
import { May, useMay } from '../../session/may.tsx'
import { useSignedIn } from '../../session/session.ts'
import { IssueKey } from './issue-key.tsx'
import { KeyActions, type NewKey } from './key-actions.tsx'
import { isUsable, KeyState, lastEndOf, useTestKeyNote } from './key-state.tsx'
import classes from './keys-card.module.css'
import { type Key, useKeys, useMerchant } from './merchant-query.ts'

/** The merchant's API keys. A new one is shown only once, in a dialog. */
export function KeysCard({ merchantId }: { merchantId: string }) {
  const { data, error, refetch } = useKeys(merchantId)
  const { data: merchant } = useMerchant(merchantId)
  const [issued, setIssued] = useState<NewKey | null>(null)
  const now = useNow()
  const searchedId = useRouterState({ select: state => state.location.hash })
  const may = useMay()
  const testKeyNote = useTestKeyNote()
  const isOwn = useSignedIn().kind === 'portal'
  const whereTo = isOwn
    ? 'Add it to your server’s configuration.'
    : 'Give it to the merchant over a secure channel.'
  const usable = data?.data.filter(key => isUsable(key, now)) ?? []
  const lastEnd = lastEndOf(usable)
  const whose = isOwn ? 'Your' : 'The merchant’s'
  const actions = (key: Key) => (
    <KeyActions
      merchantId={merchantId}
      apiKey={key}
      now={now}
      others={usable.filter(({ keyId }) => keyId !== key.keyId)}
      onRotated={setIssued}
    />
  )
  const columns: readonly Column<Key>[] = [
    {
      header: 'Key',
      cell: key => (
        <>
          <span className={classes.label}>{key.label ?? 'Unnamed'}</span>
          <span className={classes.hint}>
            <code>····{key.hint}</code>, <LastUse at={key.lastUsedAt} />
          </span>
          {key.keyId === searchedId && (
            <span className={classes.searched} ref={showSearched}>
              The key you searched for
            </span>
          )}
          <NarrowOnly>{actions(key)}</NarrowOnly>
        </>
      ),
    },
    {
      header: 'State',
      cell: key => <KeyState apiKey={key} now={now} isSuspended={merchant?.suspended ?? false} />,
    },
    { header: 'Created', from: 'lg', cell: ({ createdAt }) => <Time at={createdAt} /> },
    ...(may('rotateKey') ? [{ header: 'Actions', from: 'sm', align: 'right', cell: actions } as const] : []),
  ]
  return (
    <Card
      title="API keys"
      flush
      aside={
        <May action="issueKey">
          <IssueKey merchantId={merchantId} onIssued={apiKey => setIssued({ apiKey, note: '' })} />
        </May>
      }
    >
      {data && data.data.length > 0 && usable.length === 0 && (
        <div className={classes.none}>
          <Note tone="bad" role="status">
            <strong>No key is valid.</strong> {whose} server cannot call the API until it has a new key.
          </Note>
        </div>
      )}
      {lastEnd && (
        <div className={classes.none}>
          <Note tone="waiting">
            <strong>
              The last valid key expires in <Countdown until={lastEnd} />.
            </strong>{' '}
            {whose} server needs a new one before then.
          </Note>
        </div>
      )}
      <DataTable
        caption="API keys, newest first"
        columns={columns}
        rows={data?.data}
        rowKey={({ keyId }) => keyId}
        error={error}
        onRetry={refetch}
        expectedRows={2}
        empty={
          <EmptyState title="No keys">Without a key, the merchant’s server cannot call the API.</EmptyState>
        }
      />
      {issued && (
        <SecretOnce
          title="The new API key"
          lead={[whereTo, issued.note, testKeyNote].filter(Boolean).join(' ')}
          secrets={[{ name: 'API key', value: issued.apiKey }]}
          onClose={() => setIssued(null)}
        />
      )}
    </Card>
  )
}

/** The browser could not scroll to it, because the page was still empty when its address was opened. */
function showSearched(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' })
}

function LastUse({ at }: { at: string | null }) {
  if (!at) return <span>never used</span>
  return (
    <span>
      used <Time at={at} relative />
    </span>
  )
}
