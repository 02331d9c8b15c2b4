import { IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Outside } from '../../call.ts'

/** A request at a door. It reaches its route once its body is complete. */
export class Arrival extends IncomingMessage {
  address = ''
  body: Buffer | 'too large' | null = null
  outside: Outside = wait => wait
  /** The processor that signed a webhook, or null. Undefined until the signature is checked. */
  signedBy: string | null | undefined
}

export function outsideOf({ raw }: { raw: IncomingMessage }): Outside {
  return raw instanceof Arrival ? raw.outside : wait => wait
}

/** The client's address as reported by trusted proxies, not as claimed by the client. */
export function addressOf({ raw, ip }: { raw: IncomingMessage; ip: string }): string {
  return raw instanceof Arrival ? raw.address : ip
}

/** An answer that reports when it begins: from then on the client is not waiting for us, however slowly it reads. */
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
    const { onBegin } = this
    this.onBegin = null
    onBegin?.()
  }
}
