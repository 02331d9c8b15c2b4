import { type ReactNode, useState } from 'react'
import type { Command } from '../../api/command.ts'
import type { ButtonProps } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DialogButton } from '../../components/dialog-button.tsx'
import { TextInput } from '../../components/fields.tsx'
import { useToast } from '../../components/toasts.tsx'
import { type Action, useMay } from '../../session/may.tsx'
import { useRefreshMerchant } from './merchant-query.ts'

interface MerchantSwitchProps extends Pick<ButtonProps, 'size'> {
  merchantId: string
  needs: Action
  label: string
  'aria-label'?: string
  /** Whether it stops something or resumes it. */
  isStopping: boolean
  question: string
  explanation: ReactNode
  /** How to undo it, and which other action stops more or less. */
  instead: string
  done: string
  command: Command
}

/** Stops or resumes a merchant or its account, after asking for confirmation. */
export function MerchantSwitch({ size, 'aria-label': name, ...props }: MerchantSwitchProps) {
  const { needs, label, isStopping } = props
  const may = useMay()
  if (!may(needs)) return null
  return (
    <DialogButton size={size} aria-label={name} label={label} color={isStopping ? 'red' : undefined}>
      {onClose => <SwitchDialog {...props} onClose={onClose} />}
    </DialogButton>
  )
}

function SwitchDialog(props: Omit<MerchantSwitchProps, 'size'> & { onClose: () => void }) {
  const { merchantId, label, isStopping, question, explanation, instead, done, command, onClose } = props
  const [note, setNote] = useState('')
  const toast = useToast()
  const refresh = useRefreshMerchant(merchantId)
  return (
    <ConfirmDialog
      title={question}
      confirmLabel={label}
      isDanger={isStopping}
      command={{ ...command, note: note.trim() }}
      onDone={() => {
        // Not awaited: the dialog's text would change while it closes.
        void refresh()
        toast(done)
      }}
      onClose={onClose}
    >
      {explanation}
      {isStopping && (
        <>
          <p>{instead}</p>
          <TextInput
            label="Note"
            description="The reason, for your colleagues; not shown to the merchant"
            maxLength={200}
            value={note}
            onChange={event => setNote(event.currentTarget.value)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
