// Preloaded into the real process: dies without a word when an operation reaches the step named by KILL_AT.
import { subscribe } from 'node:diagnostics_channel'

const [kind, step] = (process.env.KILL_AT ?? '').split(':')

subscribe('svcpay:operation', reached => {
  if (reached.kind === kind && reached.step === step) process.kill(process.pid, 'SIGKILL')
})
