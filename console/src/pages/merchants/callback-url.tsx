import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { command, send } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { TextInput } from '../../components/fields.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { formatCount, mostCounted } from '../../components/numbers.ts'
import { useToast } from '../../components/toasts.tsx'
import classes from './callback-card.module.css'
import { useRefreshMerchant } from './merchant-query.ts'

interface CallbackUrlProps {
  merchantId: string
  url: string | null
  waiting: number
  hasDead: boolean
  onSecret: (secret: string) => void
}

export function CallbackUrl({ merchantId, url, waiting, hasDead, onSecret }: CallbackUrlProps) {
  const [typed, setTyped] = useState(url ?? '')
  useEffect(() => setTyped(url ?? ''), [url])
  const refresh = useRefreshMerchant(merchantId)
  const toast = useToast()
  const wanted = typed.trim() || null
  const setUrl = command('put', '/admin/v1/merchants/{merchantId}/callback', {
    path: { merchantId },
    body: { url: wanted },
  })
  const [isAsking, setAsking] = useState(false)
  const onSaved = async ({ signingSecret }: Answer<'setCallback'>) => {
    if (signingSecret) onSecret(signingSecret)
    await refresh()
    const when = url === null ? 'now' : 'as soon as they are due'
    const queued = waiting > 0 ? `. Waiting callbacks are sent there ${when}` : ''
    const dead = hasDead ? '. Dead letters are sent only if you redeliver them' : ''
    toast(wanted ? `Callback URL saved${queued}${dead}` : 'Callbacks are no longer sent')
  }
  const save = useMutation({ mutationFn: () => send(setUrl), onSuccess: onSaved })
  return (
    <>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (wanted === null) setAsking(true)
          else save.mutate()
        }}
      >
        <div className={classes.url}>
          <TextInput
            id="callback-url"
            label="Callback URL"
            type="url"
            placeholder="https://bakery.example/callbacks"
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            spellCheck={false}
          />
          <Button type="submit" disabled={wanted === url} loading={save.isPending}>
            Save
          </Button>
        </div>
        {save.error && <ProblemNote error={save.error} />}
        {wanted !== url && <CopyAs command={setUrl} />}
      </form>
      {isAsking && (
        <ConfirmDialog
          title="Stop callbacks?"
          confirmLabel="Stop callbacks"
          isDanger
          command={setUrl}
          onDone={onSaved}
          onClose={() => setAsking(false)}
        >
          <p>
            From now on, no callbacks are sent to <code>{url}</code>.
          </p>
          {waiting > 0 && (
            <p>
              Waiting callbacks ({formatCount(waiting, mostCounted.waiting)}) are kept, and sent once you set
              a URL again.
            </p>
          )}
          <p>
            Events that arrive in the meantime are recorded, but are not sent even after you set a URL again.
            Each can be sent with <code>POST /v1/events/&lt;id&gt;/redeliver</code> and an API key.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
