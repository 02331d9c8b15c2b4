import type { Answer, Arrival } from './arrival.ts'
import type { BodyRoom } from './body-room.ts'

export const hasBody = ({ headers }: Arrival) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const tinyChunks = 200
const tinyBytes = 32

/** Reads the body into the memory that all bodies share. If it is too large, its route refuses it. */
export function receiveBody(
  request: Arrival,
  answer: Answer,
  maxBytes: number,
  bodies: BodyRoom,
  refuse: (reason: 'body_late' | 'body_crowded') => void,
  enter: () => void,
): void {
  let body = Buffer.alloc(0)
  let size = 0
  let isOver = false
  const place = bodies.take(request.address, reason => {
    release()
    refuse(`body_${reason}`)
  })
  const release = () => {
    isOver = true
    place.release()
  }
  const end = (received: Arrival['body']) => {
    isOver = true
    place.complete()
    request.body = received
    enter()
  }
  answer.once('close', release)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) end('too large')
  let chunks = 0
  request.on('data', (chunk: Buffer) => {
    chunks += 1
    // A tiny chunk costs as much as a large one, so thousands of them are an attack, and we stop reading.
    if (chunks > tinyChunks && size < chunks * tinyBytes) return request.socket.destroy()
    if (isOver) return
    if (size + chunk.length > maxBytes) return end('too large')
    // Copied, because the chunk can be a small part of a much larger buffer.
    if (size + chunk.length > body.length) {
      const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(2 * body.length, size + chunk.length)))
      body.copy(larger, 0, 0, size)
      place.grow(larger.length - body.length)
      body = larger
    }
    chunk.copy(body, size)
    size += chunk.length
  })
  request.once('end', () => {
    if (!isOver) end(body.subarray(0, size))
  })
}
