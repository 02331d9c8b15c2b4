export interface Finding {
  check: string
  state: 'ok' | 'warning' | 'fault'
  found: string
  /** What to do about it; null if there is nothing to do. */
  remedy: string | null
}

export const sentencesOf = ({ found, remedy }: Finding) => (remedy ? `${found} ${remedy}` : found)
export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, remedy: null })
const withRemedy = (state: Finding['state']) => (check: string, found: string, remedy: string) =>
  ({ check, state, found, remedy }) satisfies Finding
export const warning = withRemedy('warning')
export const fault = withRemedy('fault')
