import { Time } from '../../components/time.tsx'

interface SuspensionProps {
  since: string
  by: string | null
  note: string | null
}

/** Such as "since Jan 31, 14:05:09 by Ana: too many chargebacks". */
export function Suspension({ since, by, note }: SuspensionProps) {
  return (
    <>
      since <Time at={since} />
      {by && ` by ${by}`}
      {note && `: ${note}`}
    </>
  )
}
