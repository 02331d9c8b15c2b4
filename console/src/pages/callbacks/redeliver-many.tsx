import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { startOfDay } from '../../components/days.ts'
import { DialogButton } from '../../components/dialog-button.tsx'
import { NativeSelect, TextInput } from '../../components/fields.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { counted } from '../../components/numbers.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { Time } from '../../components/time.tsx'
import { useMay } from '../../session/may.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { useSignedIn } from '../../session/session.ts'
import { type CallbackSearch, type DeliveryState, deliveryStates } from './delivery-query.ts'
import { stateText } from './names.tsx'
import type { Progress } from './redeliver-progress.tsx'
import { type BulkFilter, countDeliveries, fetchNextAttempt, nouns, redeliverAll } from './redeliver-query.ts'

interface RedeliverManyProps {
  filters: Pick<CallbackSearch, 'state' | 'type' | 'merchantId' | 'processor' | 'createdFrom'>
  onStarted: (progress: Progress) => void
}

/** Redelivers everything that the page's filters match: shows the count, asks, then shows the progress. */
export function RedeliverMany({
  label = 'Redeliver',
  size,
  ...props
}: RedeliverManyProps & { label?: string; size?: 'xs' }) {
  const may = useMay()
  // A portal loses every permission while its merchant is suspended.
  if (!may('redeliverAll')) return <p>You are suspended: ask your platform.</p>
  return (
    <DialogButton label={label} {...(size && { size })}>
      {onClose => <RedeliverManyDialog {...props} onClose={onClose} />}
    </DialogButton>
  )
}

function RedeliverManyDialog(props: RedeliverManyProps & { onClose: () => void }) {
  const {
    filters: { createdFrom, state: wanted, ...filters },
    onStarted,
    onClose,
  } = props
  const [chosen, setChosen] = useState<DeliveryState | null>(null)
  const [typed, setSince] = useState<string | null>(null)
  // Callbacks queued from now on are neither counted nor redelivered.
  const [to] = useState(() => new Date().toISOString())
  // The list may begin at an exact moment, but the field shows only the minute.
  const shown = createdFrom && startOfDay(createdFrom)
  const since = typed ?? minuteOf(shown)
  const from = typed === null ? shown : typed && new Date(typed).toISOString()
  const { kind } = useSignedIn()
  const merchantName = useMerchantName()
  const queryClient = useQueryClient()
  // Not a key of deliveries: no change of theirs may change the choice while someone reads it.
  const { data: first, error: firstError } = useQuery({
    queryKey: ['first choice', filters, shown, to],
    queryFn: () => firstChoice({ ...filters, ...(shown && { from: shown }), to }),
    enabled: !wanted,
  })
  const state = chosen ?? wanted ?? first
  const filter: BulkFilter = { ...filters, state: state ?? 'dead', ...(from && { from }), to }
  const { data: counts, error: countError } = useQuery({
    queryKey: ['deliveries', 'count', filter],
    queryFn: () => countsOf(filter),
    enabled: state !== undefined,
  })
  const error = firstError ?? countError
  const count = counts?.matching
  const whose = filters.merchantId ? merchantName(filters.merchantId) : 'all merchants'
  return (
    <ConfirmDialog
      title="Redeliver callbacks"
      confirmLabel={count ? `Redeliver ${counted(count, ...nouns[filter.state])}` : 'Redeliver'}
      isDisabled={!count}
      command={redeliverAll(filter)}
      onDone={async ({ count }) => {
        onStarted({ filter, count, others: counts?.others ?? { pending: 0, dead: 0 } })
        await queryClient.invalidateQueries({ queryKey: ['deliveries'] })
      }}
      onClose={onClose}
    >
      <NativeSelect
        label="Which"
        value={filter.state}
        onChange={event =>
          setChosen(deliveryStates.find(known => known === event.currentTarget.value) ?? null)
        }
        data={deliveryStates.map(value => ({
          value,
          label: value === 'dead' ? 'Dead letters' : stateText[value],
        }))}
      />
      <TextInput
        type="datetime-local"
        label="Queued since"
        value={since}
        onChange={event => setSince(event.currentTarget.value)}
      />
      <div>
        {error && <ProblemNote error={error} />}
        {count === undefined && !error && <Skeleton height="1.5rem" width="60%" />}
        {counts && (
          <>
            <p>
              <strong>
                {counts.matching === 0
                  ? 'No callback matches'
                  : counted(counts.matching, ...nouns[filter.state])}
              </strong>
              {kind === 'operator' && ` of ${whose}`}
              {filter.type && `, ${filter.type} only`}
              {filter.processor && `, ${filter.processor} only`}
              {counts.matching > 0 && (counts.matching === 1 ? ' is sent again now' : ' are sent again now')}.
              {counts.matching > 0 && ' Each gets a fresh cycle of nine attempts under the same event id.'}
            </p>
            <NotSent others={counts.others} nextAttemptAt={counts.nextAttemptAt} />
          </>
        )}
      </div>
    </ConfirmDialog>
  )
}

interface NotSentProps {
  others: Progress['others']
  nextAttemptAt: string | null
}

/** Callbacks that match the filters but are in another state. */
function NotSent({ others: { pending, dead }, nextAttemptAt }: NotSentProps) {
  const isOne = pending === 1
  return (
    <>
      {pending > 0 && (
        <p>
          {counted(pending, ...nouns.pending)} {isOne ? 'is' : 'are'} not sent now:{' '}
          {isOne ? 'it is retried by itself' : 'each is retried by itself'}
          {nextAttemptAt && (
            <>
              , {isOne ? 'next' : 'the first'} <Time at={nextAttemptAt} relative />
            </>
          )}
          , or once the endpoint answers.
        </p>
      )}
      {dead > 0 && (
        <p>
          {counted(dead, ...nouns.dead)} {dead === 1 ? 'is' : 'are'} not sent.
        </p>
      )}
    </>
  )
}

/** The kind that is there, dead letters first: nobody else sends those. */
async function firstChoice(filter: Omit<BulkFilter, 'state'>): Promise<DeliveryState> {
  const [dead, pending] = await Promise.all([
    countDeliveries({ ...filter, state: 'dead' }),
    countDeliveries({ ...filter, state: 'pending' }),
  ])
  return dead === 0 && pending > 0 ? 'pending' : 'dead'
}

async function countsOf(filter: BulkFilter) {
  const [matching, pending, dead] = await Promise.all([
    countDeliveries(filter),
    filter.state === 'pending' ? 0 : countDeliveries({ ...filter, state: 'pending' }),
    filter.state === 'dead' ? 0 : countDeliveries({ ...filter, state: 'dead' }),
  ])
  const nextAttemptAt = pending > 0 ? await fetchNextAttempt(filter) : null
  return { matching, others: { pending, dead }, nextAttemptAt }
}

/** In the format of a time field: local, to the minute. */
function minuteOf(moment: string | undefined): string {
  if (!moment) return ''
  const local = new Date(moment)
  local.setMinutes(local.getMinutes() - local.getTimezoneOffset())
  return local.toISOString().slice(0, 16)
}
