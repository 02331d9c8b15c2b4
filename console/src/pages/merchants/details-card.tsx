import { useDisclosure } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { Card, Facts } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { quoted } from '../../components/copy-as.tsx'
import { CopyableId } from '../../components/copyable.tsx'
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
          <ChangeMerchant merchant={merchant} />
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

function ChangeMerchant({ merchant }: { merchant: Merchant }) {
  const { merchantId } = merchant
  const [opened, dialog] = useDisclosure()
  const [name, setName] = useState('')
  const [percent, setPercent] = useState('')
  const [fixed, setFixed] = useState('')
  const refresh = useRefreshMerchant(merchantId)
  const toast = useToast()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening fills the fields, not a change behind them
  useEffect(() => {
    if (!opened) return
    setName(merchant.name)
    setPercent(String(merchant.feeBps / 100))
    setFixed(String(merchant.feeFixedCents))
  }, [opened])
  const feeBps = bpsOf(percent)
  const feeFixedCents = fixedFeeOf(fixed)
  const body = {
    ...(name.trim() !== merchant.name && { name: name.trim() }),
    ...(feeBps !== merchant.feeBps && { feeBps }),
    ...(feeFixedCents !== merchant.feeFixedCents && { feeFixedCents }),
  }
  const isValid = name.trim() !== '' && feeBps !== undefined && feeFixedCents !== undefined
  const cli = [
    `merchants update ${merchantId}`,
    body.name !== undefined && `--name ${quoted(body.name)}`,
    body.feeBps !== undefined && `--fee-bps ${body.feeBps ?? 'default'}`,
    body.feeFixedCents !== undefined && `--fee-fixed-cents ${body.feeFixedCents ?? 'default'}`,
  ]
  return (
    <>
      <Button size="xs" onClick={dialog.open}>
        Change
      </Button>
      <ConfirmDialog
        opened={opened}
        title="Change name and fee"
        confirmLabel="Save"
        isDisabled={!isValid || Object.keys(body).length === 0}
        onConfirm={async () => {
          const params = { path: { merchantId } }
          await bodyOf(api.PATCH('/admin/v1/merchants/{merchantId}', { params, body }))
          await refresh()
          toast('Saved')
        }}
        onClose={dialog.close}
        command={{
          method: 'PATCH',
          path: `/merchants/${merchantId}`,
          body,
          cli: cli.filter(Boolean).join(' '),
        }}
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
    </>
  )
}
