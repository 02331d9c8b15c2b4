import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { type Command, send } from '../api/command.ts'
import { type Unanswered, unansweredLike } from '../api/unanswered.ts'
import { Button } from './button.tsx'
import { CopyAs } from './copy-as.tsx'
import layout from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { Note, ProblemNote } from './notes.tsx'
import { localTime, Time } from './time.tsx'
import { useToast } from './toasts.tsx'

interface ConfirmDialogProps<Answer> {
  title: string
  /** Explains the effect in one or two sentences, and holds the fields to fill in. */
  children: ReactNode
  /** The button's text: a verb, not "OK". */
  confirmLabel: string
  isDanger?: boolean
  isDisabled?: boolean
  command: Command<Answer>
  /** Called after success, before the dialog closes. */
  onDone: (answer: Answer) => unknown
  onClose: () => void
}

/**
 * Asks before money moves or access ends. If the service refuses, the dialog stays open and shows the reason. Closing
 * it while the answer is missing aborts the call, which may have arrived already. If the page shows the effect before
 * the answer arrives, and therefore removes the dialog, the call still completes.
 */
export function ConfirmDialog<Answer>(props: ConfirmDialogProps<Answer>) {
  const { title, children, confirmLabel, isDanger = false, isDisabled = false, command, onClose } = props
  const toast = useToast()
  const call = useRef<AbortController>(null)
  const { mutate, isPending, error } = useMutation({
    // Captures the values at the moment of the click; they may change before the answer.
    mutationFn: (_pressed: { onDone: typeof props.onDone; before: Unanswered | undefined }) => {
      call.current = new AbortController()
      return send(command, { label: confirmLabel, signal: call.current.signal })
    },
    onSuccess: async (answer, { onDone, before }) => {
      call.current = null
      await onDone(answer)
      if (before) {
        toast(
          `This completed your earlier “${before.label}” (${localTime(before.at)}). Submit again to make another.`,
        )
      }
      onClose()
    },
  })
  const close = () => {
    if (call.current && isPending) toast(`${confirmLabel}: no response yet; it may have succeeded`)
    call.current?.abort()
    onClose()
  }
  return (
    <Dialog onClose={close} title={title}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (isDisabled || isPending) return
          mutate({ onDone: props.onDone, before: unansweredLike(command).same })
        }}
      >
        <div className={layout.stack}>
          {children}
          {error ? <ProblemNote error={error} /> : !isPending && <UnansweredNotes command={command} />}
          <div className={layout.buttons}>
            <div>
              <CopyAs command={command} />
            </div>
            <div>
              <Button onClick={close}>Go back</Button>
              <Button
                type="submit"
                variant="filled"
                color={isDanger ? 'red' : 'teal'}
                loading={isPending}
                disabled={isDisabled}
              >
                {confirmLabel}
              </Button>
            </div>
          </div>
        </div>
      </form>
    </Dialog>
  )
}

/** Warns that an earlier command of the same kind got no answer, and may have succeeded. */
function UnansweredNotes({ command }: { command: Command }) {
  const { same, other } = unansweredLike(command)
  return (
    <>
      {same && (
        <Note tone="waiting">
          <Sent before={same} /> Send it again to find out: it runs only once.
        </Note>
      )}
      {other && (
        <Note tone="waiting">
          <Sent before={other} /> It may have succeeded: check before you send another.
        </Note>
      )}
    </>
  )
}

function Sent({ before: { label, at } }: { before: Unanswered }) {
  return (
    <>
      <strong>{label}</strong>, sent <Time at={at} />, got no answer.
    </>
  )
}
