import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { minuteOf, startOfDay } from '../../components/days.ts'
import { DialogButton } from '../../components/dialog-button.tsx'
import { NativeSelect, TextInput } from '../../components/fields.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { counted } from '../../components/numbers.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { useMerchantName, useWhose } from '../../session/merchant-names.ts'
import { useSignedIn } from '../../session/session.ts'
import { type CallbackState, isFailing, useCallbackState } from '../merchants/merchant-query.ts'
import type { CallbackSearch, DeliveryState } from './delivery-query.ts'
import { stateText } from './names.tsx'
import type { Progress } from './redeliver-progress.tsx'
import { type BulkFilter, bulkStates, countDeliveries, nouns, redeliverAll } from './redeliver-query.ts'

interface RedeliverManyProps {
  filters: Pick<CallbackSearch, 'type' | 'merchantId' | 'processor' | 'createdFrom'> & {
    state?: BulkFilter['state']
  }
  onStarted: (progress: Progress) => void
}

/** Redelivers everything that the page's filters match: shows the count, asks, then shows the progress. */
export function RedeliverMany({
  label = 'Redeliver',
  size,
  ...props
}: RedeliverManyProps & { label?: string; size?: 'xs' }) {
  return (
    <DialogButton label={label} {...(size && { size })}>
      {onClose => <RedeliverManyDialog {...props} onClose={onClose} />}
    </DialogButton>
  )
}

function RedeliverManyDialog(props: RedeliverManyProps & { onClose: () => void }) {
  const {
    filters: { createdFrom, state: wanted = 'undelivered', ...filters },
    onStarted,
    onClose,
  } = props
  // After a repair, the waiting callbacks should be sent together with the dead letters.
  const [state, setState] = useState<BulkFilter['state']>(wanted === 'dead' ? 'undelivered' : wanted)
  const [typed, setSince] = useState<string | null>(null)
  // Callbacks queued from now on are neither counted nor redelivered.
  const [to] = useState(() => new Date().toISOString())
  // The list may begin at an exact moment, but the field shows only the minute.
  const shown = createdFrom && startOfDay(createdFrom)
  const since = typed ?? minuteOf(shown)
  const from = typed === null ? shown : typed && new Date(typed).toISOString()
  const { kind, merchant } = useSignedIn()
  const merchantName = useMerchantName()
  const { data: endpoint } = useCallbackState(filters.merchantId ?? merchant?.merchantId)
  const queryClient = useQueryClient()
  const filter: BulkFilter = { ...filters, state, ...(from && { from }), to }
  const { data: counts, error } = useQuery({
    queryKey: ['deliveries', 'count', filter],
    queryFn: () => countsOf(filter),
  })
  const included = counts?.filter(({ isIncluded }) => isIncluded) ?? []
  const others = counts?.filter(({ isIncluded }) => !isIncluded) ?? []
  const count = included.reduce((sum, { count }) => sum + count, 0)
  // "delivered callbacks" would not fit beside the other buttons
  const isShort = included.length === 1 && state !== 'delivered'
  const what = isShort ? textOf(included) : counted(count, ...nouns.undelivered)
  const receiver = useWhose()
  const whose = filters.merchantId ? merchantName(filters.merchantId) : 'all merchants'
  return (
    <ConfirmDialog
      title="Redeliver callbacks"
      confirmLabel={count > 0 ? `Redeliver ${what}` : 'Redeliver'}
      isDisabled={count === 0}
      command={redeliverAll(filter)}
      onDone={async ({ count }) => {
        onStarted({
          filter,
          count,
          others: Object.fromEntries(others.map(({ state, count }) => [state, count])),
        })
        await queryClient.invalidateQueries({ queryKey: ['deliveries'] })
      }}
      onClose={onClose}
    >
      <NativeSelect
        label="Callbacks"
        value={state}
        onChange={event => setState(bulkStates.find(known => known === event.currentTarget.value) ?? state)}
        data={bulkStates.map(value => ({ value, label: choiceText[value] }))}
      />
      <TextInput
        type="datetime-local"
        label="Queued from"
        description={since ? undefined : 'From the beginning'}
        value={since}
        onChange={event => setSince(event.currentTarget.value)}
      />
      <div>
        {error && <ProblemNote error={error} />}
        {!counts && !error && <Skeleton height="1.5rem" width="60%" />}
        {counts && count === 0 && (
          <p>
            <strong>No matching callbacks.</strong>
          </p>
        )}
        {count > 0 && (
          <p>
            <strong>{textOf(included)}</strong>
            {kind === 'operator' && ` of ${whose}`}
            {filter.type && `, ${filter.type} only`}
            {filter.processor && `, ${filter.processor} only`} will be sent again. Each starts a new cycle of
            nine attempts, under the same event id.
            {state === 'delivered' &&
              ` Each was accepted before, so ${receiver} server will receive it a second time.`}
            {waitText(endpoint, count)}
          </p>
        )}
        {others.length > 0 && (
          <p>
            Not included: {textOf(others)}.
            {others.some(({ state }) => state === 'pending') &&
              ' Waiting callbacks are retried automatically.'}
          </p>
        )}
      </div>
    </ConfirmDialog>
  )
}

/**
 * Without a callback URL, nothing is sent; while an endpoint is failing, one callback at a time is tried. The endpoint is
 * undefined for several merchants.
 */
function waitText(endpoint: CallbackState | undefined, count: number): string {
  if (endpoint?.url === null) return ' Nothing is sent until a callback URL is set.'
  const noUrl = endpoint ? '' : ' Nothing is sent to a merchant without a callback URL until one is set.'
  if (count === 1 || (endpoint && !isFailing(endpoint))) return noUrl
  const failing = endpoint ? 'The endpoint is failing, so' : 'If an endpoint is failing,'
  return ` ${failing} one callback is tried first, and the rest follow once the endpoint answers.${noUrl}`
}

const choiceText: Readonly<Record<BulkFilter['state'], string>> = {
  ...stateText,
  dead: 'Dead letters',
  undelivered: 'Dead letters and waiting callbacks',
}

interface Found {
  state: DeliveryState
  count: number
  isIncluded: boolean
}

/** The matching callbacks in each state. Delivered ones, of which there are many, are counted only if they are wanted. */
async function countsOf({ state: wanted, ...filter }: BulkFilter): Promise<Found[]> {
  const states =
    wanted === 'delivered' ? (['dead', 'pending', wanted] as const) : (['dead', 'pending'] as const)
  const found = states.map(async state => ({
    state,
    count: await countDeliveries({ ...filter, state }),
    isIncluded: wanted === state || wanted === 'undelivered',
  }))
  return (await Promise.all(found)).filter(({ count }) => count > 0)
}

const textOf = (found: readonly Found[]) =>
  found.map(({ state, count }) => counted(count, ...nouns[state])).join(' and ')
