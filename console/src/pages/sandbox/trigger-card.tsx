import { Button, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useMerchantNames } from '../../api/merchants.ts'
import { triggerEvent } from '../../api/sandbox.ts'
import { Card } from '../../components/card.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { useToast } from '../../components/toasts.tsx'
import { useDemoMerchantId } from './create-test-payment.tsx'
import classes from './sandbox-page.module.css'

const types = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'account.updated',
]

/** Plays out whatever has to happen for an event to happen. */
export function TriggerCard() {
  const merchants = useMerchantNames()
  const toast = useToast()
  const [type, setType] = useState(types[0] ?? '')
  const demoMerchantId = useDemoMerchantId() ?? ''
  const [chosenId, setMerchantId] = useState('')
  const merchantId = chosenId || demoMerchantId
  const body = { type, ...(merchantId && { merchantId }) }
  const cli = merchantId === demoMerchantId ? `trigger ${type}` : `trigger ${type} --merchant ${merchantId}`
  const trigger = useMutation({
    mutationFn: () => triggerEvent(body),
    onSuccess: () => toast(`${type} triggered`),
  })
  return (
    <Card
      title="Trigger an event"
      aside={<CopyAs command={{ method: 'POST', path: '/sandbox/trigger', body, cli }} />}
    >
      <div className={classes.fields}>
        <NativeSelect
          label="Event"
          className={classes.wide}
          value={type}
          onChange={event => setType(event.currentTarget.value)}
          data={types}
        />
        <NativeSelect
          label="Merchant"
          value={merchantId}
          onChange={event => setMerchantId(event.currentTarget.value)}
          data={merchants.map(({ merchantId, name }) => ({ value: merchantId, label: name }))}
        />
      </div>
      <div className={classes.buttons}>
        <Button loading={trigger.isPending} onClick={() => trigger.mutate()}>
          Trigger event
        </Button>
      </div>
      {trigger.error && <ProblemNote error={trigger.error} />}
    </Card>
  )
}
