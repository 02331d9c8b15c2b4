import { useSearch } from '@tanstack/react-router'
import { Card } from '../../components/card.tsx'
import { ChargedAgain } from '../../components/charged-again.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import { type Column, DataTable, NarrowOnly, RowLink, SecondLine } from '../../components/data-table.tsx'
import { EmptyState, Note } from '../../components/notes.tsx'
import { Page } from '../../components/page.tsx'
import { type Hit, kindLabels, pageOfHit, summaryOf, useHits } from '../../components/search-hits.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { useSignedIn } from '../../session/session.ts'
import { deliveryStates } from '../callbacks/delivery-query.ts'
import { stateText } from '../callbacks/names.tsx'

const kinds =
  'the id of a payment, event, callback, merchant or account, an order reference, a name, the last four characters of an API key, or a traceId'

export function SearchPage() {
  const { q } = useSearch({ from: '/shell/search' })
  const { data, error, refetch, isPending } = useHits(q)
  return (
    <Page title="Results" lead={q === '' ? undefined : `For “${q}”`}>
      <Card flush>
        <DataTable
          caption="Search results"
          columns={useColumns()}
          rows={q === '' ? [] : isPending ? undefined : data?.data}
          rowKey={({ kind, id }) => `${kind} ${id}`}
          error={error}
          onRetry={refetch}
          expectedRows={3}
          empty={
            <EmptyState title={q === '' ? 'What are you looking for?' : 'Nothing found'}>
              Enter {kinds}.
            </EmptyState>
          }
        />
      </Card>
      {data?.hasMore && (
        <Note tone="quiet">
          There may be more: at most 20 of each kind are listed. Enter more characters to narrow the search.
        </Note>
      )}
    </Page>
  )
}

function HitStatus({ hit: { kind, status } }: { hit: Hit }) {
  if (!status) return '–'
  const state = kind === 'delivery' ? deliveryStates.find(known => known === status) : undefined
  // as on the merchant's page
  const isReplaced = kind === 'key' && status === 'ending'
  return (
    <StatusBadge
      status={status}
      tone={isReplaced ? 'waiting' : undefined}
      label={isReplaced ? 'Being replaced' : state && stateText[state]}
    />
  )
}

function useColumns(): readonly Column<Hit>[] {
  const merchantName = useMerchantName()
  const { kind } = useSignedIn()
  return [
    {
      header: 'Found',
      cell: hit => (
        <>
          <RowLink {...pageOfHit(hit, kind === 'portal')} aria-label={`${summaryOf(hit)}, ${hit.id}`}>
            {summaryOf(hit)}
          </RowLink>
          <SecondLine>
            <ChargedAgain count={hit.chargedForOrder} />
          </SecondLine>
          {kind === 'operator' && <NarrowOnly clip>{merchantName(hit.merchantId)}</NarrowOnly>}
          <NarrowOnly>
            <CopyableId id={hit.id} short />
          </NarrowOnly>
          <NarrowOnly>
            {kindLabels[hit.kind]}, <Time at={hit.at} />
          </NarrowOnly>
        </>
      ),
    },
    { header: 'Status', cell: hit => <HitStatus hit={hit} /> },
    { header: 'Kind', from: 'sm', cell: ({ kind }) => kindLabels[kind] },
    { header: 'Merchant', from: 'sm', clip: true, cell: ({ merchantId }) => merchantName(merchantId) },
    { header: 'Id', from: 'md', cell: ({ id }) => <CopyableId id={id} short /> },
    { header: 'Time', from: 'sm', align: 'right', cell: ({ at }) => <Time at={at} /> },
  ]
}
