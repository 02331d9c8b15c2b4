import { Button, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import { CopyAs } from '../../components/copy-as.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { LinkToHandOn } from './link-to-hand-on.tsx'
import type { Merchant } from './merchant-query.ts'

/** A link that opens the console for this merchant alone. Every opening of the dialog makes a new one. */
export function PortalLink({ merchant: { merchantId, name } }: { merchant: Merchant }) {
  const [opened, dialog] = useDisclosure()
  const make = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST('/admin/v1/merchants/{merchantId}/portal-link', {
          params: { path: { merchantId } },
          body: {},
        }),
      ),
  })
  const close = () => {
    dialog.close()
    make.reset()
  }
  return (
    <>
      <Button
        loading={make.isPending}
        onClick={() => {
          make.mutate()
          dialog.open()
        }}
      >
        Portal link
      </Button>
      <Modal
        opened={opened && !make.isPending}
        onClose={close}
        title={<strong>Portal of {name}</strong>}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="md">
          {make.error && <ProblemNote error={make.error} onRetry={() => make.mutate()} />}
          {make.data && (
            <>
              <p>
                Opens {name}’s payments, events, callbacks and keys, and nothing of other merchants. It works
                once: treat it like a password.
              </p>
              <LinkToHandOn name="portal link" {...make.data} />
            </>
          )}
          <div>
            <CopyAs command={{ method: 'POST', path: `/merchants/${merchantId}/portal-link`, body: {} }} />
          </div>
        </Stack>
      </Modal>
    </>
  )
}
