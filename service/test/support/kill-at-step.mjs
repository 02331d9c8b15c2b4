// Preloaded into the real process, which it kills when an operation reaches the step in KILL_AT.
import { subscribe } from 'node:diagnostics_channel'

const [kind, step] = (process.env.KILL_AT ?? '').split(':')

subscribe('svcpay:operation', reached => {
  if (reached.kind === kind && reached.step === step) process.kill(process.pid, 'SIGKILL')
})
