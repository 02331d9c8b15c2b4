import { useMutation } from '@tanstack/react-query'
import { command, send } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { LinkDialog } from './link-dialog.tsx'
import type { Merchant } from './merchant-query.ts'

/** A link that opens the console for this merchant alone. The dialog makes a new one each time it opens. */
export function PortalLink({ merchant: { merchantId, name } }: { merchant: Merchant }) {
  const makeLink = command('post', '/admin/v1/merchants/{merchantId}/portal-link', {
    path: { merchantId },
    body: {},
  })
  const make = useMutation({ mutationFn: () => send(makeLink) })
  return (
    <>
      <Button loading={make.isPending} onClick={() => make.mutate()}>
        Portal link
      </Button>
      {(make.data || make.error) && (
        <LinkDialog
          title={`Portal of ${name}`}
          name="portal link"
          link={make.data}
          error={make.error}
          isPending={make.isPending}
          onCreate={make.mutate}
          onClose={make.reset}
          command={makeLink}
        >
          <p>
            Opens {name}’s payments, events, callbacks and keys, and no other merchant’s data. It works once:
            treat it like a password. Whoever opens it stays signed in for 12 hours.
            {make.data?.url.startsWith(location.origin) &&
              ' If you open it here, it replaces your own session in this browser.'}
          </p>
        </LinkDialog>
      )}
    </>
  )
}
