import { useState } from 'react'
import { api, type BodyFor } from '../../api/client.ts'
import { command } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { NativeSelect, TextInput } from '../../components/fields.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { useMay } from '../../session/may.tsx'
import classes from './sandbox-page.module.css'
import { useControl } from './use-control.ts'

const operations = [
  '*',
  'payment_intents.create',
  'payment_intents.retrieve',
  'payment_intents.capture',
  'payment_intents.cancel',
  'refunds.create',
  'accounts.create',
  'account_links.create',
]

const kinds: readonly { value: BodyFor<'addFault'>['kind']; label: string }[] = [
  { value: 'error', label: 'Server error (500)' },
  { value: 'latency', label: 'Slow answer (5 s)' },
  { value: 'reset', label: 'Connection reset before' },
  { value: 'lost', label: 'Done, answer lost' },
  { value: 'cut', label: 'Done, answer cut short' },
]

export function FaultsCard() {
  const { state, error, change, isBusy } = useControl('faults', () => api.GET('/admin/v1/sandbox/faults'))
  const may = useMay()
  const [operation, setOperation] = useState('*')
  const [kind, setKind] = useState<BodyFor<'addFault'>['kind']>('error')
  const [count, setCount] = useState('1')
  const add = command('post', '/admin/v1/sandbox/faults', {
    body: { operation, kind, count: Number(count), ...(kind === 'latency' && { ms: 5_000 }) },
  })
  const faults = state?.data ?? []
  return (
    <Card title="Faults">
      <p className={classes.lead}>
        {may('addFault')
          ? 'Make the next calls to the processor fail.'
          : faults.length === 0 && 'No call to the processor is set to fail.'}
      </p>
      {may('addFault') && (
        <>
          <div className={classes.fields}>
            <NativeSelect
              label="Call"
              value={operation}
              onChange={event => setOperation(event.currentTarget.value)}
              data={operations.map(value => ({ value, label: value === '*' ? 'Any' : value }))}
            />
            <TextInput
              label="How often"
              type="number"
              min={1}
              value={count}
              onChange={event => setCount(event.currentTarget.value)}
            />
            <NativeSelect
              label="What happens"
              className={classes.wide}
              value={kind}
              onChange={event =>
                setKind(kinds.find(({ value }) => value === event.currentTarget.value)?.value ?? 'error')
              }
              data={kinds}
            />
          </div>
          <div className={classes.buttons}>
            <Button disabled={isBusy || Number(count) < 1} onClick={() => change(add)}>
              Add fault
            </Button>
            <Button
              disabled={isBusy || faults.length === 0}
              onClick={() => change(command('delete', '/admin/v1/sandbox/faults', {}))}
            >
              Clear faults
            </Button>
            <CopyAs command={add} />
          </div>
        </>
      )}
      {error && <ProblemNote error={error} />}
      {faults.length > 0 && (
        <ul className={classes.list}>
          {faults.map(({ id, operation, fault, count }) => (
            <li key={id}>
              <code>{operation === '*' ? 'any call' : operation}</code>
              <span>
                {kinds.find(({ value }) => value === fault.kind)?.label ?? fault.kind}, {count} more
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
