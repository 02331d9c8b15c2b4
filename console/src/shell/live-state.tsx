import { Tooltip } from '@mantine/core'
import { useLiveState } from '../live/live.tsx'
import classes from './live-state.module.css'

const texts = {
  connecting: ['Connecting', 'Connecting to the service’s stream'],
  live: ['Live', 'Changes appear by themselves'],
  polling: ['Polling', 'The stream is not available; the page refreshes every five seconds'],
} as const

export function LiveState() {
  const state = useLiveState()
  const [label, explanation] = texts[state]
  return (
    <Tooltip label={explanation}>
      <span className={classes.state} data-state={state} role="status">
        {label}
      </span>
    </Tooltip>
  )
}
