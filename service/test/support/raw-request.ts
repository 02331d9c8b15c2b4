import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export interface RawAnswer {
  status: number
  headers: Map<string, string>
  body: string
}

export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends bytes as they are and reads until the server closes the connection. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = await openSocket(url)
  socket.write(bytes)
  return parseAnswer(await text(socket))
}

export function parseAnswer(answer: string): RawAnswer {
  const [head = '', ...body] = answer.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Map(
    lines.map(line => {
      const [name = '', ...value] = line.split(':')
      return [name.toLowerCase(), value.join(':').trim()]
    }),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, body: body.join('\r\n\r\n') }
}
