export type Lane = ReturnType<typeof createLane>
export type Slot = ReturnType<Lane['take']>[number]

const shareOfRetries = 0.75

/** The calls that may be in flight at once: to the endpoints that answer quickly, or to all others. */
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
      /** Whether it may serve later attempts: some slots are kept for first ones. */
      mayRetry(): boolean {
        if (!hasRoomForRetry()) return false
        isRetry = 1
        retries += 1
        return true
      },
      /** It takes too long: another call gets its slot, and it continues outside the lane, if there is room. */
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
    /** As many of these as are free. */
    take: (most: number) => Array.from({ length: Math.min(most, slots - taken) }, takeOne),
  }
}
