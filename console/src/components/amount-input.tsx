import { TextInput, type TextInputProps } from './fields.tsx'
import { amountHint, amountIn } from './money.tsx'

interface AmountInputProps extends TextInputProps {
  value: string
  currency: string
  most: number
}

/** A field for an amount of money, with a hint if the input is invalid. */
export function AmountInput({ currency, most, ...props }: AmountInputProps) {
  const isWrong = props.value !== '' && amountIn(props.value, currency, most) === null
  return (
    <TextInput
      inputMode="decimal"
      rightSection={currency.toUpperCase()}
      rightSectionWidth="3.5rem"
      error={isWrong && amountHint(props.value, currency, most)}
      {...props}
    />
  )
}
