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

/** Whoever is behind proxies that are trusted; not what anybody writes into a header. */
export function addressOf({ raw, ip }: { raw: IncomingMessage; ip: string }): string {
  return raw instanceof Arrival ? raw.address : ip
}

/** An answer that tells when it begins: from then on nobody waits for us, however slowly it is read. */
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
