import { useEffect, useState } from 'react'
import { Time } from './time.tsx'

const steps = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** The two largest units: "23 h 59 min", "4 min 10 s". */
export function remainingText(ms: number): string {
  let seconds = Math.max(0, Math.ceil(ms / 1000))
  const parts = steps.map(([unit, size]) => {
    const count = Math.floor(seconds / size)
    seconds -= count * size
    return [count, unit] as const
  })
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0 s'
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

/** The current time, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Shows `lead` and the remaining time, then only `after`. The exact end appears on hover. */
export function Countdown({ until, lead, after = '0 s' }: { until: string; lead?: string; after?: string }) {
  const left = new Date(until).getTime() - useNow()
  return (
    <>
      {left > 0 && lead}
      <Time at={until} text={left > 0 ? remainingText(left) : after} />
    </>
  )
}
