import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { command, send } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { TextInput } from '../../components/fields.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { useToast } from '../../components/toasts.tsx'
import classes from './callback-card.module.css'
import { useRefreshMerchant } from './merchant-query.ts'

interface CallbackUrlProps {
  merchantId: string
  url: string | null
  hasWaiting: boolean
  hasDead: boolean
  onSecret: (secret: string) => void
}

export function CallbackUrl({ merchantId, url, hasWaiting, hasDead, onSecret }: CallbackUrlProps) {
  const [typed, setTyped] = useState(url ?? '')
  useEffect(() => setTyped(url ?? ''), [url])
  const refresh = useRefreshMerchant(merchantId)
  const toast = useToast()
  const wanted = typed.trim() || null
  const setUrl = command('put', '/admin/v1/merchants/{merchantId}/callback', {
    path: { merchantId },
    body: { url: wanted },
  })
  const save = useMutation({
    mutationFn: () => send(setUrl),
    onSuccess: async ({ signingSecret }) => {
      if (signingSecret) onSecret(signingSecret)
      await refresh()
      const waiting = hasWaiting ? '. Waiting callbacks use it at their next attempt' : ''
      const dead = hasDead ? '. Dead letters are sent only if you redeliver them' : ''
      toast(wanted ? `Callback URL saved${waiting}${dead}` : 'Callbacks are no longer sent')
    },
  })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        save.mutate()
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
  )
}
