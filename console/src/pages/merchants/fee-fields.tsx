import { Group, TextInput } from '@mantine/core'
import { highestBps, highestFixedCents, hundredths } from './fees.ts'

interface FeeFieldsProps {
  percent: string
  fixed: string
  onPercent: (value: string) => void
  onFixed: (value: string) => void
}

export function FeeFields({ percent, fixed, onPercent, onFixed }: FeeFieldsProps) {
  const isWrong = (text: string, max: number) => hundredths(text, max) === undefined
  return (
    <Group grow align="flex-start">
      <TextInput
        label="Fee in percent"
        description="Empty: the platform’s default"
        inputMode="decimal"
        placeholder="1"
        value={percent}
        error={isWrong(percent, highestBps) && 'From 0 to 100, such as 2.5'}
        onChange={event => onPercent(event.currentTarget.value)}
        rightSection="%"
      />
      <TextInput
        label="Fixed fee"
        description="Per payment, in its currency"
        inputMode="decimal"
        placeholder="0.00"
        value={fixed}
        error={isWrong(fixed, highestFixedCents) && 'An amount such as 0.30'}
        onChange={event => onFixed(event.currentTarget.value)}
      />
    </Group>
  )
}
