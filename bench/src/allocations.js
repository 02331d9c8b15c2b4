import { Session } from 'node:inspector/promises'
import v8 from 'node:v8'

const session = new Session()
let collections = new v8.GCProfiler()
let sizeBefore = 0

const usedHeap = () => v8.getHeapStatistics().used_heap_size

/**
 * Counts what this process allocates on the heap between two tasks. The sum is exact, from the sizes before and after
 * each garbage collection; the shares of functions come from samples.
 */
export const counting = {
  async begin() {
    session.connect()
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: 16_384,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    })
    collections = new v8.GCProfiler()
    collections.start()
    sizeBefore = usedHeap()
  },
  async end() {
    const grown = usedHeap() - sizeBefore
    const { statistics } = /** @type {v8.GCProfilerResult} */ (collections.stop())
    const { profile } = await session.post('HeapProfiler.stopSampling')
    session.disconnect()
    const freed = ({ beforeGC, afterGC }) =>
      beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize
    return { bytes: statistics.reduce((sum, one) => sum + freed(one), grown), profile }
  },
}
