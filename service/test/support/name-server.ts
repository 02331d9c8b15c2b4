import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'
import { onTestFinished } from 'vitest'

export interface Zone {
  [name: string]: { a?: string[]; aaaa?: string[]; cname?: string; silent?: 'all' | 'aaaa' }
}

export interface NameServer {
  /** In the form that a resolver accepts. */
  address: string
  asked: { name: string; type: 'A' | 'AAAA' }[]
}

const types = { A: 1, CNAME: 5, AAAA: 28 }

/** A name server on this machine. It knows the names of its zone, and leaves some queries without an answer. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const asked: NameServer['asked'] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    const type = query.readUInt16BE(end) === types.AAAA ? 'AAAA' : 'A'
    asked.push({ name, type })
    const { silent } = zone[name] ?? {}
    if (silent === 'all' || (silent === 'aaaa' && type === 'AAAA')) return
    socket.send(answerTo(query.subarray(0, end + 4), zone, name, type), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, asked }
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function answerTo(question: Buffer, zone: Zone, name: string, type: 'A' | 'AAAA'): Buffer {
  const records: Buffer[] = []
  let owner = name
  for (let alias = zone[owner]?.cname; alias !== undefined; alias = zone[owner]?.cname) {
    records.push(record(owner, types.CNAME, encodeName(alias)))
    owner = alias
  }
  const addresses = zone[owner]?.[type === 'A' ? 'a' : 'aaaa'] ?? []
  for (const address of addresses) {
    records.push(record(owner, types[type], Buffer.from(ipaddr.parse(address).toByteArray())))
  }
  const header = Buffer.from(question.subarray(0, 12))
  // an answer, recursion available, and whether the name exists
  header.writeUInt16BE(0x8180 | (zone[owner] ? 0 : 3), 2)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, question.subarray(12), ...records])
}

function record(owner: string, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt32BE(60, 4)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodeName(owner), head, data])
}

const encodeName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map(label => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])
