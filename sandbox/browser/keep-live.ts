import { focusAgain } from './dom.ts'

const intervalMs = 1000

/**
 * Fetches the page again every second and swaps the parts marked `data-live` that have changed, for as long as one of
 * them is marked `data-poll`. Returns a function that refreshes the page at once.
 */
export function keepLive(onSwap: () => void = () => {}): () => Promise<void> {
  let asked = 0
  let shown = 0
  async function refresh(): Promise<void> {
    asked += 1
    const turn = asked
    const response = await fetch(location.href)
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
    // The answer to a later request may have come first.
    if (turn < shown) return
    shown = turn
    let swapped = false
    for (const part of document.querySelectorAll('[data-live]')) {
      const next = fresh.getElementById(part.id)
      if (!next) {
        // The page has changed too much to swap parts.
        location.reload()
        return
      }
      if (next.outerHTML === part.outerHTML) continue
      const focused = part.contains(document.activeElement) ? document.activeElement : null
      part.replaceWith(document.adoptNode(next))
      if (focused instanceof HTMLElement) focusAgain(focused)
      swapped = true
    }
    if (swapped) onSwap()
  }

  async function loop(): Promise<void> {
    if (!document.querySelector('[data-poll]')) return
    // A failure, for example while the sandbox restarts, may be gone the next time.
    if (!document.hidden) await refresh().catch(() => {})
    setTimeout(loop, intervalMs)
  }
  setTimeout(loop, intervalMs)
  return refresh
}
