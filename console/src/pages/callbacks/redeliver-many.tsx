import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { startOfDay } from '../../components/days.ts'
import { NativeSelect, TextInput } from '../../components/fields.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { counted } from '../../components/numbers.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { useSignedIn } from '../../session/session.ts'
import { type CallbackSearch, type DeliveryState, deliveryStates } from './delivery-query.ts'
import { stateText } from './names.tsx'
import type { Progress } from './redeliver-progress.tsx'
import { type BulkFilter, commandOf, countDeliveries, redeliverAll } from './redeliver-query.ts'

interface RedeliverManyProps {
  filters: Pick<CallbackSearch, 'state' | 'type' | 'merchantId' | 'processor' | 'createdFrom'>
  onStarted: (progress: Progress) => void
}

/** Sends everything that the page's filters match again: shows the count, asks, then shows the progress. */
export function RedeliverMany({ filters: { createdFrom, ...filters }, onStarted }: RedeliverManyProps) {
  const [opened, dialog] = useDisclosure()
  const [chosen, setChosen] = useState<DeliveryState | null>(null)
  const [typed, setSince] = useState<string | null>(null)
  // The list may begin at an exact moment, of which the field only shows the minute.
  const shown = createdFrom && startOfDay(createdFrom)
  const since = typed ?? minuteOf(shown)
  const from = typed === null ? shown : typed && new Date(typed).toISOString()
  const { kind } = useSignedIn()
  const merchantName = useMerchantName()
  const queryClient = useQueryClient()
  const filter: BulkFilter = {
    ...filters,
    state: chosen ?? filters.state ?? (kind === 'portal' ? 'pending' : 'dead'),
    ...(from && { from }),
  }
  const { data: count, error } = useQuery({
    queryKey: ['deliveries', 'count', filter],
    queryFn: () => countDeliveries(filter),
    enabled: opened,
  })
  const close = () => {
    setChosen(null)
    setSince(null)
    dialog.close()
  }
  const start = async () => {
    const meant = { ...filter, to: new Date().toISOString() }
    const [pending, dead] = await Promise.all([
      filter.state === 'pending' ? 0 : countDeliveries({ ...meant, state: 'pending' }),
      filter.state === 'dead' ? 0 : countDeliveries({ ...meant, state: 'dead' }),
    ])
    onStarted({ filter: meant, count: await redeliverAll(meant), others: { pending, dead } })
    await queryClient.invalidateQueries({ queryKey: ['deliveries'] })
  }
  const whose = filters.merchantId ? merchantName(filters.merchantId) : 'all merchants'
  return (
    <>
      <Button onClick={dialog.open}>Redeliver</Button>
      <ConfirmDialog
        opened={opened}
        title="Redeliver callbacks"
        confirmLabel={count ? `Redeliver ${counted(count, 'callback')}` : 'Redeliver'}
        isDisabled={!count}
        onConfirm={start}
        onClose={close}
        command={{
          method: 'POST',
          path: '/deliveries/redeliver',
          body: filter,
          cli: commandOf(filter),
        }}
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
          {count !== undefined && (
            <p>
              <strong>{count === 0 ? 'No callback matches' : counted(count, 'callback')}</strong>
              {kind === 'operator' && ` of ${whose}`}
              {filter.type && `, ${filter.type} only`}
              {filter.processor && `, ${filter.processor} only`}.
            </p>
          )}
          <p>Each gets a fresh cycle of nine attempts under the same event id.</p>
        </div>
      </ConfirmDialog>
    </>
  )
}

/** As a field for a time has it: local, to the minute. */
function minuteOf(moment: string | undefined): string {
  if (!moment) return ''
  const local = new Date(moment)
  local.setMinutes(local.getMinutes() - local.getTimezoneOffset())
  return local.toISOString().slice(0, 16)
}
