import { NativeSelect } from '../../components/fields.tsx'

const choices = [
  { value: '', label: 'Choose…' },
  { value: '0', label: 'Not at all: it has leaked' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
]

/** Such as "1 hour". */
export const graceText = (graceSeconds: number) =>
  choices.find(({ value }) => value === String(graceSeconds))?.label ?? ''

const effects = {
  key: {
    atOnce: 'The old key stops at once, and calls that use it are refused.',
    later: 'Both keys work until then. After that, the old one stops.',
  },
  secret: {
    atOnce: 'Callbacks are signed with the new secret only.',
    later: 'Until then, every callback is signed with each valid secret.',
  },
}

const undecided = 'If it has leaked, stop it at once. Otherwise, leave time to replace it.'

interface GraceFieldProps {
  what: 'key' | 'secret'
  /** Null until chosen: a default would keep a leaked key or secret valid. */
  value: number | null
  onChange: (graceSeconds: number | null) => void
}

export function GraceField({ what, value, onChange }: GraceFieldProps) {
  const { atOnce, later } = effects[what]
  return (
    <>
      <NativeSelect
        label={`How long the old ${what} keeps working`}
        value={value === null ? '' : String(value)}
        onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
        data={choices}
      />
      <p role="status">{value === null ? undecided : value === 0 ? atOnce : later}</p>
    </>
  )
}
