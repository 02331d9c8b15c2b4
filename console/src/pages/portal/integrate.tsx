import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import guide from '../../../../docs/callbacks.md?raw'
import { api, bodyOf } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { useCopy } from '../../components/copyable.tsx'
import { Payload } from '../../components/payload.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { type EventTypeName, eventTypes } from '../callbacks/names.tsx'
import { useOwnMerchant } from './own-merchant.ts'
import classes from './portal.module.css'
import { programsIn } from './programs.ts'

const meanings: Readonly<Record<EventTypeName, string>> = {
  'payment_intent.succeeded': 'The customer has paid: fulfill the order.',
  'payment_intent.processing': 'The bank needs time. Wait for the next event.',
  'payment_intent.payment_failed': 'The customer could not pay, and may try again.',
  'payment_intent.amount_capturable_updated': 'The amount is held. Capture it when you ship.',
  'payment_intent.canceled': 'The payment will not happen.',
  'charge.refunded': 'Money went back to the customer, in full or in part.',
  'charge.dispute.created': 'A customer asked the bank for the money back. Respond in time.',
  'charge.dispute.closed': 'A dispute is decided.',
  'account.updated': 'Something about your account changed, for example whether it can take payments.',
}

/** For the developers of the merchant's server: the callbacks it receives, and how to verify them. */
export function Integrate() {
  return (
    <div className={classes.integrate}>
      <h3>Events we send</h3>
      {eventTypes.map(type => (
        <EventTypeItem key={type} type={type} />
      ))}
      <h3>Verify that we sent it</h3>
      <p>
        Every callback is signed with your signing secret. Check <code>Svc-Signature</code> against the raw
        body before you trust it, and answer 200 within ten seconds.
      </p>
      <Programs />
    </div>
  )
}

function EventTypeItem({ type }: { type: EventTypeName }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.type} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <code>{type}</code>
        <span>{meanings[type]}</span>
      </summary>
      {isOpen && <Sample type={type} />}
    </details>
  )
}

/** The merchant's newest event, with its secrets masked. */
function Sample({ type }: { type: EventTypeName }) {
  const { merchantId } = useOwnMerchant()
  const { data, isPending } = useQuery({
    queryKey: ['events', 'sample', type],
    queryFn: async ({ signal }) => {
      const query = { type, limit: 1 }
      const { data } = await bodyOf(api.GET('/admin/v1/events', { params: { query }, signal }))
      const eventId = data[0]?.id
      if (!eventId) return null
      const params = { path: { merchantId, eventId } }
      return await bodyOf(api.GET('/admin/v1/merchants/{merchantId}/events/{eventId}', { params, signal }))
    },
  })
  if (isPending) return null
  if (!data) return <p>You have not received one yet. The documentation has an example of each.</p>
  return <Payload label="Your latest event" value={data} />
}

function Programs() {
  const programs = programsIn(guide)
  const [shown, setShown] = useState(programs[0]?.language ?? '')
  const code = programs.find(({ language }) => language === shown)?.code ?? ''
  return (
    <Tabs
      tabs={programs.map(({ language }) => ({ name: language, label: language }))}
      shown={shown}
      onShow={setShown}
      className={classes.languages}
    >
      <div className={classes.copy}>
        <CopyCode key={shown} code={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0}>
        {code}
      </pre>
    </Tabs>
  )
}

function CopyCode({ code }: { code: string }) {
  const { copied, copy } = useCopy(code)
  return (
    <Button size="xs" variant="subtle" onClick={copy}>
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}
