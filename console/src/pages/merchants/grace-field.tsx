import { NativeSelect } from '../../components/fields.tsx'

const choices = [
  { value: '0', label: 'Stops at once' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
]

interface GraceFieldProps {
  what: 'key' | 'secret'
  value: number
  onChange: (graceSeconds: number) => void
}

export function GraceField({ what, value, onChange }: GraceFieldProps) {
  return (
    <NativeSelect
      label={`How long the old ${what} keeps working`}
      description={
        what === 'key'
          ? 'Time to put the new one in place. If the old one leaked, choose “Stops at once”.'
          : 'Until then every callback carries a signature of each'
      }
      value={String(value)}
      onChange={event => onChange(Number(event.currentTarget.value))}
      data={choices}
    />
  )
}
