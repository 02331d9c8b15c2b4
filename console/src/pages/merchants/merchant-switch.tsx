import { useDisclosure } from '@mantine/hooks'
import { Button, type ButtonProps } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import type { Command } from '../../components/copy-as.tsx'
import { useToast } from '../../components/toasts.tsx'
import { useMay } from '../../session/may.tsx'
import type { Action } from '../../session/permissions.ts'
import { useRefreshMerchant } from './merchant-query.ts'

interface MerchantSwitchProps extends Pick<ButtonProps, 'size'> {
  merchantId: string
  needs: Action
  label: string
  'aria-label'?: string
  /** Whether it stops something, rather than lets it go on again. */
  isStopping: boolean
  question: string
  explanation: string
  done: string
  send: () => Promise<unknown>
  command: Command
}

/** Stops something of a merchant, or lets it go on again, after a question. */
export function MerchantSwitch(props: MerchantSwitchProps) {
  const { merchantId, needs, label, isStopping, question, explanation, done, send, command, ...button } =
    props
  const [opened, dialog] = useDisclosure()
  const may = useMay()
  const toast = useToast()
  const refresh = useRefreshMerchant(merchantId)
  if (!may(needs)) return null
  return (
    <>
      <Button {...button} color={isStopping ? 'red' : undefined} onClick={dialog.open}>
        {label}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={question}
        confirmLabel={label}
        isDanger={isStopping}
        onConfirm={async () => {
          await send()
          // Not awaited: the dialog's text would change while it closes.
          void refresh()
          toast(done)
        }}
        onClose={dialog.close}
        command={command}
      >
        <p>{explanation}</p>
      </ConfirmDialog>
    </>
  )
}
