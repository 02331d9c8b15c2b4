import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { AmountInput } from '../../components/amount-input.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { NativeSelect, TextInput } from '../../components/fields.tsx'
import { SelectFilter } from '../../components/filters.tsx'
import { MerchantFilter } from '../../components/merchants.tsx'
import { amountIn } from '../../components/money.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { ProcessorFilter } from '../../components/processors.tsx'
import { useMay } from '../../session/may.tsx'
import { type CaptureMethod, captureMethods } from '../payments/capture-methods.ts'
import { newTestPayment, useCreateTestPayment } from './create-test-payment.tsx'
import classes from './sandbox-page.module.css'
import { TestPaymentSteps } from './test-payment-steps.tsx'
import { useChosenMerchant } from './use-chosen-merchant.ts'

/** The API's maximum. */
const maxAmountCents = 5_000_000
const currencies = ['usd', 'eur', 'gbp', 'jpy', 'kwd']

export function TestPaymentCard() {
  const { payment } = useSearch({ from: '/shell/sandbox' })
  const may = useMay()
  return (
    <Card title="Test payment">
      <p className={classes.lead}>
        Create a payment as a merchant’s server would, pay it as a shopper, and watch what happens. A merchant
        without a callback URL gets the sandbox’s, which accepts every callback.
      </p>
      {may('createTestPayment') && <TestPaymentForm />}
      {payment && <TestPaymentSteps svcPaymentId={payment} />}
    </Card>
  )
}

function TestPaymentForm() {
  const [merchantId, setMerchantId] = useChosenMerchant()
  const [processor, setProcessor] = useState<string>()
  const [amount, setAmount] = useState('49.99')
  const [currency, setCurrency] = useState('usd')
  const [captureMethod, setCaptureMethod] = useState<CaptureMethod>('automatic')
  const [orderRef, setOrderRef] = useState('')
  const create = useCreateTestPayment()
  const amountCents = amountIn(amount, currency, maxAmountCents)
  const body = {
    amountCents: amountCents ?? 0,
    currency,
    captureMethod,
    ...(merchantId && { merchantId }),
    ...(processor && { processor }),
    ...(orderRef && { orderRef }),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (amountCents !== null) create.mutate(body)
  }
  return (
    <form onSubmit={submit}>
      <div className={classes.fields}>
        <AmountInput
          label="Amount"
          currency={currency}
          most={maxAmountCents}
          value={amount}
          onChange={event => setAmount(event.currentTarget.value)}
        />
        <NativeSelect
          label="Currency"
          value={currency}
          onChange={event => setCurrency(event.currentTarget.value)}
          data={currencies.map(code => ({ value: code, label: code.toUpperCase() }))}
        />
        <SelectFilter
          label="Capture mode"
          none={null}
          value={captureMethod}
          onChange={method => setCaptureMethod(method ?? 'automatic')}
          choices={captureMethods}
        />
        <MerchantFilter value={merchantId} none={null} onChange={setMerchantId} />
        <ProcessorFilter value={processor} none="The merchant’s active processor" onChange={setProcessor} />
        <TextInput
          label="Order reference"
          placeholder="order-1001"
          value={orderRef}
          onChange={event => setOrderRef(event.currentTarget.value)}
          maxLength={500}
        />
      </div>
      <div className={classes.buttons}>
        <Button type="submit" variant="filled" loading={create.isPending} disabled={amountCents === null}>
          Create test payment
        </Button>
        <CopyAs command={newTestPayment(body)} />
      </div>
      {create.error && <ProblemNote error={create.error} />}
    </form>
  )
}
