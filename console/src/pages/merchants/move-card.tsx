import { type ReactNode, useState } from 'react'
import { command } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DialogButton } from '../../components/dialog-button.tsx'
import { NativeSelect } from '../../components/fields.tsx'
import { CheckIcon } from '../../components/icons.tsx'
import { Note } from '../../components/notes.tsx'
import { useToast } from '../../components/toasts.tsx'
import { May, useMay } from '../../session/may.tsx'
import { useSignedIn } from '../../session/session.ts'
import { useCreateTestPayment } from '../sandbox/create-test-payment.tsx'
import { CreateAccount } from './create-account.tsx'
import { type Merchant, useProcessors, useRefreshMerchant, useStandingAt } from './merchant-query.ts'
import classes from './onboarding-card.module.css'
import { OnboardingLink } from './onboarding-link.tsx'

/** Moves the merchant to another processor, step by step. Hidden if there is only one processor. */
export function MoveCard({ merchant }: { merchant: Merchant }) {
  const { data: processors = [] } = useProcessors()
  const [chosen, setChosen] = useState<string>()
  const others = processors
    .filter(({ name, mode }) => name !== merchant.processor && mode === 'active')
    .map(({ name }) => name)
  const target = others.find(name => name === (chosen ?? merchant.nextProcessor)) ?? others[0]
  if (processors.length < 2) return null
  const draining = processors.find(({ name, mode }) => name === merchant.processor && mode === 'drain')
  return (
    <Card
      title="Processor"
      aside={
        others.length > 1 ? (
          <NativeSelect
            size="xs"
            aria-label="Move to"
            data={others}
            value={target}
            onChange={event => setChosen(event.currentTarget.value)}
          />
        ) : null
      }
    >
      <p className={classes.lead}>
        New payments go to <strong>{merchant.processor}</strong>.
        {merchant.nextProcessor && (
          <> They go to {merchant.nextProcessor} as soon as its account there can take payments.</>
        )}
      </p>
      {draining && (
        <div className={classes.lead}>
          <Note tone="bad">
            {draining.name} takes no new payments. Move the merchant, or it cannot take any.
          </Note>
        </div>
      )}
      {target && <Checklist key={target} merchant={merchant} target={target} />}
    </Card>
  )
}

const canTakePayments = ['enabled', 'charges_only']

function Checklist({ merchant, target }: { merchant: Merchant; target: string }) {
  const { merchantId, processor } = merchant
  const isSandbox = useSignedIn().sandboxes.length > 0
  const here = useStandingAt(merchantId, processor).data
  const there = useStandingAt(merchantId, target).data
  const test = useCreateTestPayment()
  const may = useMay()
  const account = merchant.accounts.find(one => one.processor === target)
  const isEnabled = account !== undefined && canTakePayments.includes(account.onboardingStatus)
  const readersHere = here?.readers ?? 0
  const readersThere = there?.readers ?? 0
  const count = (readers: number) => `${readers} ${readers === 1 ? 'reader' : 'readers'}`
  return (
    <ol className={classes.steps} aria-label={`Move to ${target}`}>
      <Step name={`Account at ${target}`} isDone={account !== undefined}>
        {!account && (
          <May action="createMerchantAccount">
            <CreateAccount merchantId={merchantId} processor={target} />
          </May>
        )}
      </Step>
      <Step name="Onboarding" isDone={isEnabled}>
        {account && !isEnabled && (
          <May action="createMerchantOnboardingLink">
            <OnboardingLink merchant={merchant} processor={target} />
          </May>
        )}
      </Step>
      <Step
        name="Card readers"
        isDone={there !== undefined && here !== undefined && readersThere >= readersHere}
        note={
          readersThere < readersHere
            ? `${count(readersHere)} at ${processor}, ${count(readersThere)} at ${target}. The merchant’s server registers them again after the move.`
            : here && readersHere === 0
              ? 'The merchant has none.'
              : undefined
        }
      />
      <Step
        name="Test payment"
        isDone={there?.hasPayment ?? false}
        note={
          account && !there?.hasPayment && !isSandbox ? 'Make one after the move, and refund it.' : undefined
        }
      >
        {account && isSandbox && may('createTestPayment') && !there?.hasPayment && (
          <Button
            size="xs"
            loading={test.isPending}
            onClick={() => test.mutate({ merchantId, processor: target, amountCents: 100 })}
          >
            Test payment
          </Button>
        )}
      </Step>
      <Step name="Switch" isDone={false} note="Existing payments stay with their processor.">
        <May action="moveMerchant">
          <MoveButton merchant={merchant} target={target} isEnabled={isEnabled} />
        </May>
      </Step>
    </ol>
  )
}

function Step(props: { name: string; isDone: boolean; note?: string | undefined; children?: ReactNode }) {
  const { name, isDone, note, children } = props
  return (
    <li data-done={isDone || undefined}>
      <span className={classes.mark}>{isDone && <CheckIcon />}</span>
      <span>
        <strong>{name}</strong>
        <span className={classes.state}>{isDone ? 'Done' : 'Not yet'}</span>
        {note && <span className={classes.note}>{note}</span>}
        {children && <span className={classes.action}>{children}</span>}
      </span>
    </li>
  )
}

interface MoveButtonProps {
  merchant: Merchant
  target: string
  isEnabled: boolean
}

function MoveButton({ merchant, target, isEnabled }: MoveButtonProps) {
  const { merchantId, name, nextProcessor } = merchant
  const refresh = useRefreshMerchant(merchantId)
  const toast = useToast()
  const isWaiting = nextProcessor === target && !isEnabled
  const label = isWaiting ? 'Cancel move' : isEnabled ? `Move to ${target}` : `Move when enabled`
  const body = isWaiting
    ? { processor: merchant.processor, when: 'now' as const }
    : { processor: target, when: isEnabled ? ('now' as const) : ('enabled' as const) }
  return (
    <DialogButton size="xs" variant={isEnabled ? 'filled' : undefined} label={label}>
      {onClose => (
        <ConfirmDialog
          title={`${label}?`}
          confirmLabel={label}
          command={command('post', '/admin/v1/merchants/{merchantId}/processor', {
            path: { merchantId },
            body,
          })}
          onDone={() => {
            // Not awaited: the dialog's text would change while it closes.
            void refresh()
            toast(isWaiting ? `${name} stays at ${merchant.processor}` : `${name} moves to ${target}`)
          }}
          onClose={onClose}
        >
          <p>
            {isWaiting
              ? `New payments of ${name} stay at ${merchant.processor}.`
              : isEnabled
                ? `New payments of ${name} go to ${target} at once. You can move it back.`
                : `New payments of ${name} go to ${target} as soon as its account there can take payments.`}
          </p>
        </ConfirmDialog>
      )}
    </DialogButton>
  )
}
