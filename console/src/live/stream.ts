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

export type StreamState = 'connecting' | 'live' | 'polling'

const pollEveryMs = 5_000
const mostWaitMs = 1_000

interface StreamOptions {
  onState: (state: StreamState) => void
  onMessage: (message: LiveMessage) => void
  onPoll: () => void
}

/** Listens to the service's stream, and polls every few seconds while the stream is unavailable. */
export function openStream({ onState, onMessage, onPoll }: StreamOptions): () => void {
  let source: EventSource | null = null
  let poll: ReturnType<typeof setInterval> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  const stopPolling = () => {
    clearInterval(poll)
    poll = undefined
  }
  const startPolling = () => {
    onState('polling')
    poll ??= setInterval(onPoll, pollEveryMs)
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
      startPolling()
      // The browser reconnects by itself, except after a definite refusal.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(connect, pollEveryMs)
    }
  }
  // The stream, and the reading that follows its opening, can wait until the page is drawn.
  const start = () => isClosed || connect()
  // Safari has no such call.
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: mostWaitMs })
  else setTimeout(start)
  return () => {
    isClosed = true
    source?.close()
    stopPolling()
    clearTimeout(again)
  }
}
