import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Freezable {
  /** Another address of the database, whose connections can be frozen. */
  url: string
  /** Keeps connections open but passes nothing on, as if the database's machine hung. */
  freeze(): void
  /** The bytes sent in the meantime. */
  held(): string
  /** Passes these bytes on, and all later ones. */
  thaw(): void
}

export async function freezableForThisTest(databaseUrl: string): Promise<Freezable> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const heldBack: { to: Socket; bytes: Buffer }[] = []
  const pass = (to: Socket, bytes: Buffer) => {
    if (isFrozen) heldBack.push({ to, bytes })
    else to.write(bytes)
  }
  const server = createServer(near => {
    sockets.add(near)
    near.on('error', () => {})
    if (isFrozen) return
    const far = connect(Number(port), hostname).on('error', () => {})
    sockets.add(far)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.on('data', bytes => pass(far, bytes))
    far.on('data', bytes => pass(near, bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  url.hostname = '127.0.0.1'
  return {
    url: url.href,
    freeze() {
      isFrozen = true
    },
    held: () => heldBack.map(({ bytes }) => bytes.toString('latin1')).join(''),
    thaw() {
      isFrozen = false
      for (const { to, bytes } of heldBack.splice(0)) to.write(bytes)
    },
  }
}
