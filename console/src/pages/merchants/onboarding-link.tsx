import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { CopyAs } from '../../components/copy-as.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { LinkToHandOn } from './link-to-hand-on.tsx'
import type { Merchant } from './merchant-query.ts'

/** A link to the processor's onboarding page, for the merchant to open. */
export function OnboardingLink({ merchant: { merchantId, name } }: { merchant: Merchant }) {
  const [opened, dialog] = useDisclosure()
  const [returnUrl, setReturnUrl] = useState(() => location.href)
  const body = { returnUrl, refreshUrl: returnUrl }
  const make = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST('/admin/v1/merchants/{merchantId}/onboarding-link', {
          params: { path: { merchantId } },
          body,
        }),
      ),
  })
  const close = () => {
    dialog.close()
    make.reset()
  }
  return (
    <>
      <Button size="xs" onClick={dialog.open}>
        Onboarding link
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={<strong>Onboarding of {name}</strong>}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form
          onSubmit={event => {
            event.preventDefault()
            make.mutate()
          }}
        >
          <Stack gap="md">
            {make.data ? (
              <>
                <p>Send it to the merchant. The processor asks for what it still needs.</p>
                <LinkToHandOn name="onboarding link" {...make.data} />
                <p>
                  <a href={make.data.url} target="_blank" rel="noreferrer">
                    Open the onboarding page
                  </a>
                </p>
              </>
            ) : (
              <TextInput
                label="Return address"
                description="Where the merchant goes when it is done, or when the link has expired"
                type="url"
                value={returnUrl}
                onChange={event => setReturnUrl(event.currentTarget.value)}
                required
                withAsterisk={false}
                data-autofocus
              />
            )}
            {make.error && <ProblemNote error={make.error} />}
            <Group justify="space-between">
              <CopyAs
                command={{
                  method: 'POST',
                  path: `/merchants/${merchantId}/onboarding-link`,
                  body,
                  cli: `merchants onboarding-link ${merchantId} --return-url ${returnUrl} --refresh-url ${returnUrl}`,
                }}
              />
              {make.data ? (
                <Button onClick={close}>Done</Button>
              ) : (
                <Button type="submit" variant="filled" loading={make.isPending}>
                  Create link
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
