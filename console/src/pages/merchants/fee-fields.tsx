import { TextInput } from '../../components/fields.tsx'
import { bpsOf, fixedFeeOf, fixedFeeText } from './fees.ts'
import classes from './merchants.module.css'

interface FeeFieldsProps {
  percent: string
  fixed: string
  onPercent: (value: string) => void
  onFixed: (value: string) => void
}

export function FeeFields({ percent, fixed, onPercent, onFixed }: FeeFieldsProps) {
  const fixedFee = fixedFeeOf(fixed)
  return (
    <div className={classes.fees}>
      <TextInput
        label="Percentage fee"
        description="Leave empty for the platform’s default"
        inputMode="decimal"
        placeholder="1"
        value={percent}
        error={bpsOf(percent) === undefined && 'From 0 to 100, such as 2.5'}
        onChange={event => onPercent(event.currentTarget.value)}
        rightSection="%"
      />
      <TextInput
        label="Fixed fee"
        description={`In the currency’s smallest unit: ${fixedFee || 30} is ${fixedFeeText(fixedFee || 30)}`}
        inputMode="numeric"
        placeholder="0"
        value={fixed}
        error={fixedFee === undefined && 'A whole number, such as 30 for $0.30'}
        onChange={event => onFixed(event.currentTarget.value)}
      />
    </div>
  )
}
