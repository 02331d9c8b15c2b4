export interface Finding {
  /** What was looked at. */
  check: string
  state: 'ok' | 'warning' | 'fault'
  found: string
  /** What to do about it; null when there is nothing to do. */
  remedy: string | null
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, remedy: null })
export const warning = (check: string, found: string, remedy: string): Finding => ({
  check,
  state: 'warning',
  found,
  remedy,
})
export const fault = (check: string, found: string, remedy: string): Finding => ({
  check,
  state: 'fault',
  found,
  remedy,
})
