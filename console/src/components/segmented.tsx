import { useId } from 'react'
import classes from './segmented.module.css'

interface SegmentedProps<Value extends string> {
  'aria-label': string
  data: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  size?: 'xs' | 'sm'
  className?: string
}

/** A few choices side by side, one of them selected. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { data, value, onChange, size, className = '' } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={props['aria-label']}
      className={`${classes.choices} ${className}`}
      data-size={size}
    >
      {data.map(choice => (
        <label key={choice.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  )
}
