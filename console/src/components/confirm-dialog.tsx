import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { type Command, CopyAs } from './copy-as.tsx'
import layout from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { ProblemNote } from './notes.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** What will happen, in one or two sentences, and the fields to fill in. */
  children: ReactNode
  /** What the button says: the verb, not "OK". */
  confirmLabel: string
  isDanger?: boolean
  isDisabled?: boolean
  /** The same action on the command line. */
  command?: Command
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before money moves or access ends. It stays open, with the reason, when the service refuses. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, confirmLabel, isDanger = false, isDisabled = false, command } = props
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: props.onConfirm,
    onSuccess: () => close(),
  })
  const close = () => {
    reset()
    props.onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (!isDisabled && !isPending) mutate()
        }}
      >
        <div className={layout.stack}>
          {children}
          {error && <ProblemNote error={error} />}
          <div className={layout.buttons}>
            <div>{command && <CopyAs command={command} />}</div>
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
