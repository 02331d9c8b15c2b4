import type { ApiAnswer, ApiFailure, Params, Session } from '../api.ts'
import { connect, type FromFrame, type ToFrame } from '../frame-messages.ts'

/** The frame with the fields, and the channel to it. */
export interface FieldFrame {
  readonly node: HTMLIFrameElement
  tell(message: ToFrame): void
  validate(): Promise<ApiFailure | null>
  call(session: Session, path: string, params: Params, into: string | null): Promise<ApiAnswer<unknown>>
}

export function createFieldFrame(
  origin: string,
  query: URLSearchParams,
  title: string,
  onMessage: (message: FromFrame) => void,
): FieldFrame {
  const { port1: port, port2: far } = new MessageChannel()
  const waiting = new Map<number, (message: FromFrame) => void>()
  let lastId = 0
  const node = document.createElement('iframe')
  node.src = `${origin}/_sandbox/pages/element?${query}`
  node.title = title
  Object.assign(node.style, {
    border: '0',
    // Inside, four pixels are kept free for focus rings; the margin keeps the fields aligned with the page.
    margin: '-4px',
    width: 'calc(100% + 8px)',
    height: '0',
    display: 'block',
    colorScheme: 'auto',
  })
  node.addEventListener('load', () => node.contentWindow?.postMessage(connect, origin, [far]), { once: true })

  port.onmessage = ({ data }: MessageEvent<FromFrame>) => {
    if (data.type === 'height') node.style.height = `${data.px}px`
    else if ('id' in data) waiting.get(data.id)?.(data)
    else onMessage(data)
  }

  /** Messages sent before the frame has loaded wait in the port. */
  function ask(message: (id: number) => ToFrame): Promise<FromFrame> {
    const id = ++lastId
    return new Promise(resolve => {
      waiting.set(id, answer => {
        waiting.delete(id)
        resolve(answer)
      })
      port.postMessage(message(id))
    })
  }

  return {
    node,
    tell: message => port.postMessage(message),
    async validate() {
      const reply = await ask(id => ({ type: 'validate', id }))
      return reply.type === 'validated' ? reply.error : null
    },
    async call(session, path, params, into) {
      const reply = await ask(id => ({ type: 'call', id, session, path, params: plain(params), into }))
      if (reply.type === 'answer') return reply.answer
      return { error: { type: 'api_error', message: 'The payment form did not answer.' } }
    },
  }
}

/** Without functions and other values that a message cannot carry. */
function plain(params: Params): Params {
  return JSON.parse(JSON.stringify(params))
}
