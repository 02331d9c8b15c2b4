import type { LiveMessage } from './live.tsx'

export type StreamState = 'connecting' | 'live' | 'polling'

const pollEveryMs = 5_000

interface StreamOptions {
  onState: (state: StreamState) => void
  onMessage: (message: LiveMessage) => void
  onPoll: () => void
}

/** Listens to the service's stream. While that is not possible it asks for a poll every few seconds instead. */
export function openStream({ onState, onMessage, onPoll }: StreamOptions): () => void {
  let source: EventSource | null = null
  let poll: ReturnType<typeof setInterval> | undefined
  let again: ReturnType<typeof setTimeout> | undefined

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
      // What changed between the last answer and the stream's opening would be missed otherwise.
      onPoll()
    }
    source.onerror = () => {
      startPolling()
      // The browser reconnects by itself, except after a definite refusal.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(connect, pollEveryMs)
    }
  }
  connect()
  return () => {
    source?.close()
    stopPolling()
    clearTimeout(again)
  }
}
