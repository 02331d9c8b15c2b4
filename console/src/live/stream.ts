export interface LiveMessage {
  kind: 'payment' | 'event' | 'delivery'
  id: string
  merchantId: string | null
  svcPaymentId: string | null
  type?: string | null
  status?: string
  state?: string
  outcome?: string
  at: string
}

/** `lost`: the service does not answer at all. */
export type StreamState = 'connecting' | 'live' | 'polling' | 'lost'

const pollEveryMs = 5_000
const mostWaitMs = 1_000

interface StreamOptions {
  onState: (state: StreamState) => void
  onMessage: (message: LiveMessage) => void
  onPoll: () => void
  isReachable: () => Promise<boolean>
}

/** Listens to the service's stream, and polls every few seconds while the stream is unavailable. */
export function openStream({ onState, onMessage, onPoll, isReachable }: StreamOptions): () => void {
  let source: EventSource | null = null
  let poll: ReturnType<typeof setInterval> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  const stopPolling = () => {
    clearInterval(poll)
    poll = undefined
  }
  /** The browser's network state proves nothing: the service may be on this machine. */
  const look = async () => {
    const isAnswering = await isReachable()
    if (isClosed) return
    const isOpen = source?.readyState === EventSource.OPEN
    onState(!isAnswering ? 'lost' : isOpen ? 'live' : 'polling')
    if (isAnswering && isOpen) stopPolling()
    else poll ??= setInterval(lookAndRead, pollEveryMs)
  }
  const lookAndRead = () => {
    onPoll()
    void look()
  }
  const connect = () => {
    source = new EventSource('/admin/v1/stream')
    for (const kind of ['payment', 'event', 'delivery']) {
      source.addEventListener(kind, event => onMessage(JSON.parse(event.data)))
    }
    source.onopen = () => {
      stopPolling()
      onState('live')
      // Otherwise changes between the last answer and the stream's opening would be missed.
      onPoll()
    }
    source.onerror = () => {
      void look()
      // The browser reconnects by itself, except after a definite refusal.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(connect, pollEveryMs)
    }
  }
  // The stream, and the refresh after its opening, can wait until the page is drawn.
  const start = () => isClosed || connect()
  // Safari lacks this function.
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: mostWaitMs })
  else setTimeout(start)
  window.addEventListener('offline', look)
  window.addEventListener('online', lookAndRead)
  return () => {
    isClosed = true
    window.removeEventListener('offline', look)
    window.removeEventListener('online', lookAndRead)
    source?.close()
    stopPolling()
    clearTimeout(again)
  }
}
