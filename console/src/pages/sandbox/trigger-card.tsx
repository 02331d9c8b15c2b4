import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { command, send } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { NativeSelect } from '../../components/fields.tsx'
import { MerchantFilter } from '../../components/merchants.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { useToast } from '../../components/toasts.tsx'
import { type EventTypeName, eventTypes } from '../callbacks/names.tsx'
import classes from './sandbox-page.module.css'
import { useChosenMerchant } from './use-chosen-merchant.ts'

/** Simulates everything that leads to an event. */
export function TriggerCard() {
  const toast = useToast()
  const [type, setType] = useState<EventTypeName>('payment_intent.succeeded')
  const [merchantId, setMerchantId] = useChosenMerchant()
  const play = command('post', '/admin/v1/sandbox/trigger', {
    body: { type, ...(merchantId && { merchantId }) },
  })
  const trigger = useMutation({
    mutationFn: () => send(play),
    onSuccess: () => toast(`${type} triggered`),
  })
  return (
    <Card title="Trigger an event" aside={<CopyAs command={play} />}>
      <div className={classes.fields}>
        <NativeSelect
          label="Event"
          className={classes.wide}
          value={type}
          onChange={event => setType(eventTypes.find(known => known === event.currentTarget.value) ?? type)}
          data={eventTypes}
        />
        <MerchantFilter value={merchantId} none={null} onChange={setMerchantId} />
      </div>
      <div className={classes.buttons}>
        <Button loading={trigger.isPending} onClick={() => trigger.mutate()}>
          Trigger event
        </Button>
        {trigger.data && (
          <Link
            to="/callbacks"
            search={{ tab: 'events', type: trigger.data.type, merchantId: trigger.data.merchantId }}
          >
            See the event and its callback
          </Link>
        )}
      </div>
      {trigger.error && <ProblemNote error={trigger.error} />}
    </Card>
  )
}
