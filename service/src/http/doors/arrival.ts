import { IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Outside } from '../../call.ts'

/** A request as it comes through a door. It goes on to its route when its body is there. */
export class Arrival extends IncomingMessage {
  address = ''
  body: Buffer | 'too large' | null = null
  outside: Outside = wait => wait
  /** The processor that has signed a webhook, if one has. Undefined until the signature was looked at. */
  signedBy: string | null | undefined
}

export function outsideOf({ raw }: { raw: IncomingMessage }): Outside {
  return raw instanceof Arrival ? raw.outside : wait => wait
}

/** The client behind trusted proxies, not what any client can write into a header. */
export function addressOf({ raw, ip }: { raw: IncomingMessage; ip: string }): string {
  return raw instanceof Arrival ? raw.address : ip
}

/** An answer that reports when it begins: from then on the client no longer waits for us, however slowly it reads. */
export class Answer<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  onBegin: (() => void) | null = null

  override writeHead(
    status: number,
    messageOrHeaders?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    this.begin()
    return typeof messageOrHeaders === 'string'
      ? super.writeHead(status, messageOrHeaders, headers)
      : super.writeHead(status, messageOrHeaders)
  }

  begin(): void {
    const tell = this.onBegin
    this.onBegin = null
    tell?.()
  }
}
