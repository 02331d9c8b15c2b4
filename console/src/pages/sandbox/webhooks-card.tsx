import { useState } from 'react'
import { api, type BodyFor } from '../../api/client.ts'
import { command } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { Card, Facts } from '../../components/card.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { NativeSelect, TextInput } from '../../components/fields.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useMay } from '../../session/may.tsx'
import classes from './sandbox-page.module.css'
import { useControl } from './use-control.ts'

type Mode = BodyFor<'disruptWebhooks'>['mode']

const modes: readonly { value: Mode; label: string }[] = [
  { value: 'drop', label: 'Lost' },
  { value: 'duplicate', label: 'Sent twice' },
  { value: 'delay', label: 'Late by 5 s' },
  { value: 'reorder', label: 'Out of order' },
]

export function WebhooksCard() {
  const { state, error, change, isBusy } = useControl('webhooks', () => api.GET('/admin/v1/sandbox/webhooks'))
  const may = useMay()
  const [mode, setMode] = useState<Mode>('drop')
  const [count, setCount] = useState('1')
  const disrupt = command('post', '/admin/v1/sandbox/webhooks/disruptions', {
    body: { mode, count: Number(count), ...(mode === 'delay' && { ms: 5_000 }) },
  })
  const disruptions = state?.disruptions ?? []
  return (
    <Card
      title="Webhook disorder"
      aside={
        state && (
          <StatusBadge
            status={state.paused ? 'paused' : 'active'}
            label={state.paused ? 'Webhooks paused' : 'Webhooks on'}
          />
        )
      }
    >
      <Facts
        facts={[
          ['Waiting to be sent', state?.pending ?? '–'],
          ['Not taken by the service', state?.failed ?? '–'],
        ]}
      />
      {may('disruptWebhooks') && (
        <>
          <div className={classes.fields}>
            <NativeSelect
              label="The next webhooks are"
              value={mode}
              onChange={event =>
                setMode(modes.find(({ value }) => value === event.currentTarget.value)?.value ?? 'drop')
              }
              data={modes}
            />
            <TextInput
              label="How many"
              type="number"
              min={1}
              value={count}
              onChange={event => setCount(event.currentTarget.value)}
            />
          </div>
          <div className={classes.buttons}>
            <Button disabled={isBusy || Number(count) < 1} onClick={() => change(disrupt)}>
              Add disorder
            </Button>
            <Button
              disabled={isBusy || disruptions.length === 0}
              onClick={() => change(command('delete', '/admin/v1/sandbox/webhooks/disruptions', {}))}
            >
              Clear disorder
            </Button>
            <Button
              disabled={isBusy}
              onClick={() =>
                change(
                  command('post', `/admin/v1/sandbox/webhooks/${state?.paused ? 'resume' : 'pause'}`, {}),
                )
              }
            >
              {state?.paused ? 'Resume webhooks' : 'Pause webhooks'}
            </Button>
            <CopyAs command={disrupt} />
          </div>
        </>
      )}
      {error && <ProblemNote error={error} />}
      {disruptions.length > 0 && (
        <ul className={classes.list}>
          {disruptions.map(({ id, mode, count }) => (
            <li key={id}>
              <span>{modes.find(({ value }) => value === mode)?.label ?? mode}</span>
              <span>{count} more</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
