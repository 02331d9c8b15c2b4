import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { command, send } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { DialogButton } from '../../components/dialog-button.tsx'
import { TextInput } from '../../components/fields.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { LinkDialog } from './link-dialog.tsx'
import type { Merchant } from './merchant-query.ts'

const onboardingLink = (merchantId: string, returnUrl = '', processor?: string) =>
  command('post', '/admin/v1/merchants/{merchantId}/onboarding-link', {
    path: { merchantId },
    body: { ...(returnUrl && { returnUrl }), ...(processor && { processor }) },
  })

interface OnboardingLinkProps {
  merchant: Pick<Merchant, 'merchantId' | 'name'>
  processor?: string
}

/** A link to the processor's onboarding page, for the merchant to open. */
export function OnboardingLink(props: OnboardingLinkProps) {
  return (
    <DialogButton size="xs" label="Onboarding link">
      {onClose => <OnboardingLinkDialog {...props} onClose={onClose} />}
    </DialogButton>
  )
}

function OnboardingLinkDialog(props: OnboardingLinkProps & { onClose: () => void }) {
  const {
    merchant: { merchantId, name },
    processor,
    onClose,
  } = props
  const [returnUrl, setReturnUrl] = useState('')
  const makeLink = onboardingLink(merchantId, returnUrl, processor)
  const make = useMutation({ mutationFn: () => send(makeLink) })
  return (
    <LinkDialog
      title={processor ? `Onboarding of ${name} at ${processor}` : `Onboarding of ${name}`}
      name="onboarding link"
      link={make.data}
      error={make.error}
      isPending={make.isPending}
      onCreate={make.mutate}
      onClose={onClose}
      command={makeLink}
      fields={
        <TextInput
          label="Return URL"
          description="Where the merchant goes afterward, or from an expired link. Leave empty for its portal"
          type="url"
          value={returnUrl}
          onChange={event => setReturnUrl(event.currentTarget.value)}
          data-autofocus
        />
      }
    >
      <p>
        Give the merchant this link now: it works once and expires in a few minutes, as shown below. An
        expired link leads to{' '}
        {returnUrl ||
          'the merchant’s portal or, if it is not signed in there, to a page that tells it to contact you'}
        .
      </p>
      <p>
        Do not email it: it would expire first. A merchant who is not on the phone can create a link when
        ready: with <strong>Continue</strong> in the portal, or with <code>POST /v1/onboarding/link</code> in
        its own integration.
      </p>
    </LinkDialog>
  )
}

/** Takes a merchant to the processor's form, and back to its portal. */
export function ContinueOnboarding({ merchantId }: { merchantId: string }) {
  const go = useMutation({
    mutationFn: () => send(onboardingLink(merchantId)),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <>
      <Button size="xs" variant="filled" loading={go.isPending || go.isSuccess} onClick={() => go.mutate()}>
        Continue
      </Button>
      {go.error && <ProblemNote error={go.error} />}
    </>
  )
}
