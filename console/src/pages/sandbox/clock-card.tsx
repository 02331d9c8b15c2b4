import { api } from '../../api/client.ts'
import { command } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { Card, Facts } from '../../components/card.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { Time } from '../../components/time.tsx'
import { useMay } from '../../session/may.tsx'
import classes from './sandbox-page.module.css'
import { useControl } from './use-control.ts'

const steps = [
  ['1 hour', 3_600],
  ['1 day', 86_400],
  ['7 days', 604_800],
] as const

const advance = (seconds: number) =>
  command('post', '/admin/v1/sandbox/clock', { body: { advance_seconds: seconds } })

export function ClockCard() {
  const { state, error, change, isBusy } = useControl('clock', () => api.GET('/admin/v1/sandbox/clock'))
  const may = useMay()
  const ahead = Math.round((state?.offset_ms ?? 0) / 1000)
  return (
    <Card title="Clock">
      <Facts
        facts={[
          ['The sandbox’s time', <Time key="now" at={state && new Date(state.now * 1000).toISOString()} />],
          ['Ahead of the real time by', ahead === 0 ? 'nothing' : durationText(ahead)],
        ]}
      />
      {may('advanceSandboxClock') && (
        <div className={classes.buttons}>
          {steps.map(([label, seconds]) => (
            <Button key={label} disabled={isBusy} onClick={() => change(advance(seconds))}>
              Advance {label}
            </Button>
          ))}
          <CopyAs command={advance(3_600)} />
        </div>
      )}
      {error && <ProblemNote error={error} />}
    </Card>
  )
}

function durationText(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3_600)
  const minutes = Math.round((seconds % 3_600) / 60)
  return [days && `${days} d`, hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean).join(' ')
}
