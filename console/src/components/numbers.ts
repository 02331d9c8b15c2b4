/** The service stops counting waiting items, and items that need attention, at this number. */
export const mostCounted = {
  waiting: 10_000,
  waitingForEndpoint: 1_000,
  disputesToAnswer: 20,
  failingEndpoints: 20,
  openPayments: 100,
} as const

/** Digits with separators: 12,345.60. */
export const grouped = (digits: string) => digits.replace(/(?<!\..*)\B(?=(\d{3})+(?!\d))/g, ',')

/** With separators: 12,345. At the limit of a count: 10,000+. */
export const formatCount = (value: number, most = Number.POSITIVE_INFINITY) =>
  grouped(String(value)) + (value >= most ? '+' : '')

/** A number with its noun: "1 callback", "2 callbacks". */
export const counted = (value: number, one: string, many = `${one}s`, most?: number) =>
  `${formatCount(value, most)} ${value === 1 ? one : many}`

export const milliseconds = (ms: number | null) => (ms === null ? '–' : `${formatCount(Math.round(ms))} ms`)
