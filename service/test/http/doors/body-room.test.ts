import { describe, expect, it } from 'vitest'
import { createBodyRoom } from '../../../src/http/doors/body-room.ts'

function roomForTests() {
  let nowMs = 0
  const lost: string[] = []
  const room = createBodyRoom(
    { bodyBytes: 1000, bodyBytesPerAddress: 600, bodyTimeoutMs: 5000, slowBodiesPerAddress: 2 },
    () => nowMs,
  )
  const take = (name: string, address = name) => {
    const place = room.take(address, reason => {
      lost.push(`${name} ${reason}`)
      place.release()
    })
    return place
  }
  const pass = (ms: number) => {
    nowMs += ms
    room.sweep()
  }
  return { room, take, lost, pass }
}

describe('the room for bodies', () => {
  it('never holds more bytes than there is room for: the oldest incomplete body is dropped', () => {
    const { room, take, lost } = roomForTests()
    for (const name of ['a', 'b', 'c', 'd']) {
      take(name).grow(400)
      expect(room.bytes()).toBeLessThanOrEqual(1000)
    }
    expect(lost).toEqual(['a crowded', 'b crowded'])
  })

  it('keeps complete bodies: a new one without room beside them is dropped itself', () => {
    const { room, take, lost } = roomForTests()
    const complete = ['a', 'b'].map(name => {
      const place = take(name)
      place.grow(500)
      place.complete()
      return place
    })
    take('c').grow(1)
    expect([lost, room.bytes()]).toEqual([['c crowded'], 1000])
    for (const place of complete) place.release()
    take('d').grow(600)
    expect([lost.length, room.bytes()]).toEqual([1, 600])
  })

  it('gives one client only a part of it, even through many addresses of one network', () => {
    const { take, lost } = roomForTests()
    take('other', '10.0.0.2').grow(300)
    take('first', '2001:db8::1').grow(400)
    take('second', '2001:db8::2').grow(300)
    expect(lost).toEqual(['first crowded'])
  })

  it('drops only bodies that do not arrive in time', () => {
    const { take, lost, pass } = roomForTests()
    take('slow')
    pass(4000)
    take('later')
    pass(1500)
    expect(lost).toEqual(['slow late'])
  })

  it('lets one client send few slow bodies, but any number of quick ones', () => {
    const { take, lost, pass } = roomForTests()
    for (let i = 0; i < 100; i++) take(`quick${i}`, '10.0.0.1').complete()
    for (let i = 0; i < 4; i++) take(`slow${i}`, '10.0.0.1')
    take('other', '10.0.0.2')
    expect(lost).toEqual([])
    pass(1500)
    expect(lost).toEqual(['slow2 crowded', 'slow3 crowded'])
  })
})
