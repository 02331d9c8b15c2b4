const million = 1_000_000

/**
 * The targets, one row per figure. `most` is an upper bound, `least` a lower one. With a `scale`, the target applies to
 * that many stored payments or waiting callbacks.
 */
export const targets = [
  { bench: 'B1', figure: 'cpu', name: 'CPU of the process vs. the floor', most: 1.6, unit: '×' },
  { bench: 'B1', figure: 'rate', name: 'payments/s vs. the floor', least: 0.6, unit: '×' },
  { bench: 'B2', figure: 'p50', name: 'added, p50', most: 3, unit: 'ms' },
  { bench: 'B2', figure: 'p99', name: 'added, p99', most: 10, unit: 'ms' },
  { bench: 'B3', figure: 'rate', name: 'reads/s vs. one select', least: 0.8, unit: '×' },
  { bench: 'B3', figure: 'bare', name: 'reads/s vs. no database', least: 0.5, unit: '×' },
  { bench: 'B4', figure: 'rate', name: 'events/s vs. the floor', least: 0.6, unit: '×' },
  { bench: 'B5', figure: 'loop', name: 'callbacks/s vs. the bare loop', least: 0.7, unit: '×' },
  { bench: 'B5', figure: 'queue', name: 'callbacks/s vs. the best queue', least: 1.2, unit: '×' },
  { bench: 'B6', figure: 'create', name: 'create, full vs. empty', most: 1.15, scale: million, unit: '×' },
  {
    bench: 'B6',
    figure: 'retrieve',
    name: 'retrieve, full vs. empty',
    most: 1.15,
    scale: million,
    unit: '×',
  },
  { bench: 'B6', figure: 'webhook', name: 'webhook, full vs. empty', most: 1.15, scale: million, unit: '×' },
  {
    bench: 'B6',
    figure: 'callbacks',
    name: 'callbacks, full vs. empty',
    most: 1.15,
    scale: million,
    unit: '×',
  },
  {
    bench: 'B7',
    figure: 'p99',
    name: 'p99 of healthy merchants, with vs. without the dead one',
    most: 2,
    scale: million,
    unit: '×',
  },
  { bench: 'B8', figure: 'fresh', name: 'first start', most: 3, unit: 's' },
  { bench: 'B8', figure: 'again', name: 'second start', most: 1, unit: 's' },
  { bench: 'B8', figure: 'memory', name: 'idle memory', most: 130, unit: 'MB' },
  {
    bench: 'B8',
    figure: 'api',
    name: 'idle API, CPU per second (process and PostgreSQL)',
    most: 4.5,
    unit: 'ms',
  },
  {
    bench: 'B8',
    figure: 'worker',
    name: 'idle worker, CPU per second (process and PostgreSQL)',
    most: 15,
    unit: 'ms',
  },
  { bench: 'B9', figure: 'p50', name: 'commit to first byte, p50', most: 10, unit: 'ms' },
  { bench: 'B9', figure: 'p99', name: 'commit to first byte, p99', most: 30, unit: 'ms' },
]

export function isWithin({ most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY }, value) {
  return value <= most && value >= least
}
