import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { command, send } from '../../api/command.ts'
import { AttemptResult } from '../../components/attempt-result.tsx'
import { Button } from '../../components/button.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { Payload } from '../../components/payload.tsx'
import classes from './callback-card.module.css'

interface TestEventProps {
  merchantId: string
  hasUrl: boolean
  onResult: (isDelivered: boolean) => void
  /** Shown beside the button. */
  children: ReactNode
}

/** Sends a signed event of its own type now. It appears in no list and changes nothing. */
export function TestEvent({ merchantId, hasUrl, onResult, children }: TestEventProps) {
  const sendTest = command('post', '/admin/v1/merchants/{merchantId}/callback/test', {
    path: { merchantId },
    body: {},
  })
  const test = useMutation({
    mutationFn: () => send(sendTest),
    onSuccess: ({ delivered }) => onResult(delivered),
  })
  return (
    <div className={classes.test}>
      <div className={classes.actions}>
        <Button loading={test.isPending} disabled={!hasUrl} onClick={() => test.mutate()}>
          Send test event
        </Button>
        <CopyAs command={sendTest} />
        {children}
      </div>
      {test.error && <ProblemNote error={test.error} />}
      {test.data && <AttemptResult attempt={test.data} />}
      {test.data && test.data.answer !== '' && <Payload label="Response" value={test.data.answer} />}
    </div>
  )
}
