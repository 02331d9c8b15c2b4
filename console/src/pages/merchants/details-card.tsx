import { useState } from 'react'
import { command } from '../../api/command.ts'
import { Card, Facts } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import { DialogButton } from '../../components/dialog-button.tsx'
import { TextInput } from '../../components/fields.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useToast } from '../../components/toasts.tsx'
import { May } from '../../session/may.tsx'
import { AccountSwitch } from './account-switch.tsx'
import { FeeFields } from './fee-fields.tsx'
import { bpsOf, feeText, fixedFeeOf } from './fees.ts'
import { type Merchant, useRefreshMerchant } from './merchant-query.ts'
import classes from './merchants.module.css'

export function DetailsCard({ merchant }: { merchant: Merchant }) {
  const { merchantId, accounts, createdAt } = merchant
  return (
    <Card
      title="Details"
      aside={
        <May action="changeMerchant">
          <DialogButton size="xs" label="Change">
            {onClose => <ChangeMerchant merchant={merchant} onClose={onClose} />}
          </DialogButton>
        </May>
      }
    >
      <Facts
        facts={[
          ['Merchant', <CopyableId key="id" id={merchantId} short />],
          ...(accounts.length === 0 ? ([['Processor account', 'None yet']] as const) : []),
          ...accounts.map(
            account =>
              [
                accounts.length === 1 ? 'Processor account' : `Account at ${account.processor}`,
                <span key={account.processor} className={classes.badges}>
                  <CopyableId id={account.processorAccountId} short />
                  {account.disabled && <StatusBadge status="disabled" />}
                  <AccountSwitch merchant={merchant} account={account} />
                </span>,
              ] as const,
          ),
          ['Platform fee', feeText(merchant)],
          ['Created', <Time key="created" at={createdAt} />],
        ]}
      />
    </Card>
  )
}

function ChangeMerchant({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const { merchantId } = merchant
  const [name, setName] = useState(merchant.name)
  const [percent, setPercent] = useState(String(merchant.feeBps / 100))
  const [fixed, setFixed] = useState(String(merchant.feeFixedCents))
  const refresh = useRefreshMerchant(merchantId)
  const toast = useToast()
  const feeBps = bpsOf(percent)
  const feeFixedCents = fixedFeeOf(fixed)
  const body = {
    ...(name.trim() !== merchant.name && { name: name.trim() }),
    ...(feeBps !== merchant.feeBps && { feeBps }),
    ...(feeFixedCents !== merchant.feeFixedCents && { feeFixedCents }),
  }
  const isValid = name.trim() !== '' && feeBps !== undefined && feeFixedCents !== undefined
  return (
    <ConfirmDialog
      title="Change name and fee"
      confirmLabel="Save"
      isDisabled={!isValid || Object.keys(body).length === 0}
      command={command('patch', '/admin/v1/merchants/{merchantId}', {
        path: { merchantId },
        body,
      })}
      onDone={async () => {
        await refresh()
        toast('Saved')
      }}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        maxLength={200}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <FeeFields percent={percent} fixed={fixed} onPercent={setPercent} onFixed={setFixed} />
      <p>A new fee applies to payments created from now on.</p>
    </ConfirmDialog>
  )
}
