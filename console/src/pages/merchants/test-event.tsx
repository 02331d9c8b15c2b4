import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { CopyAs } from '../../components/copy-as.tsx'
import { Payload } from '../../components/payload.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import classes from './callback-card.module.css'
import type { TestResult } from './callback-query.ts'

interface TestEventProps {
  merchantId: string
  hasUrl: boolean
  /** Stands beside the button. */
  children: ReactNode
}

/** A signed event of its own type, sent now: it is in no list and changes nothing. */
export function TestEvent({ merchantId, hasUrl, children }: TestEventProps) {
  const test = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST('/admin/v1/merchants/{merchantId}/callback/test', {
          params: { path: { merchantId } },
          body: {},
        }),
      ),
  })
  return (
    <div className={classes.test}>
      <div className={classes.actions}>
        <Button loading={test.isPending} disabled={!hasUrl} onClick={() => test.mutate()}>
          Send test event
        </Button>
        {children}
        <CopyAs
          command={{
            method: 'POST',
            path: `/merchants/${merchantId}/callback/test`,
            body: {},
            cli: `callback test ${merchantId}`,
          }}
        />
      </div>
      {test.error && <ProblemNote error={test.error} />}
      {test.data && <Result result={test.data} />}
    </div>
  )
}

function Result({ result: { delivered, status, error, durationMs, answer } }: { result: TestResult }) {
  return (
    <>
      <div role="status" className={classes.result}>
        <StatusBadge
          status="test"
          tone={delivered ? 'good' : 'bad'}
          label={delivered ? 'Delivered' : 'Not delivered'}
        />
        <span>
          {status === null ? 'No answer' : `HTTP ${status}`} in {durationMs.toLocaleString('en-US')} ms
        </span>
        {error && <span>{error}</span>}
      </div>
      {answer !== '' && <Payload label="Answer" value={answer} />}
    </>
  )
}
