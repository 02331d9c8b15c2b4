import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { openSocket, parseAnswer, type RawAnswer } from './raw-request.ts'

export interface UnfinishedRequest {
  socket: Socket
  /** The server's answer before it closes the connection. */
  answer(): Promise<RawAnswer>
}

/** A request whose body never ends; closed at the end of the test. */
export async function openUnfinished(
  url: string,
  path: string,
  { headers = [], body = '', length = 400_000 }: { headers?: string[]; body?: string; length?: number } = {},
): Promise<UnfinishedRequest> {
  const socket = await openSocket(url)
  onTestFinished(() => {
    socket.destroy()
  })
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers]
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n${body}`)
  return { socket, answer: async () => parseAnswer(await text(socket)) }
}
