export type Lane = ReturnType<typeof createLane>
export type Slot = ReturnType<Lane['take']>[number]

const shareOfRetries = 0.75

/** The slots for calls in flight, either to endpoints that answer quickly or to all others. */
export function createLane({ slots, overtime }: { slots: number; overtime: number }) {
  let taken = 0
  let retries = 0
  let inOvertime = 0
  const hasRoomForRetry = () => retries + 1 <= slots * shareOfRetries

  function takeOne() {
    taken += 1
    let isRetry = 0
    let giveBack = () => {
      taken -= 1
      retries -= isRetry
    }
    return {
      /** Whether this slot may be used for a retry: some are reserved for first attempts. */
      mayRetry(): boolean {
        if (!hasRoomForRetry()) return false
        isRetry = 1
        retries += 1
        return true
      },
      /** A call that takes too long gives its slot to another and continues outside the lane, if there is room. */
      goIntoOvertime(): void {
        if (inOvertime >= overtime) return
        giveBack()
        inOvertime += 1
        giveBack = () => {
          inOvertime -= 1
        }
      },
      release: () => giveBack(),
    }
  }

  return {
    hasRoomForRetry,
    take: (most: number) => Array.from({ length: Math.min(most, slots - taken) }, takeOne),
  }
}
