import { useSyncExternalStore } from 'react'

type Scheme = 'light' | 'dark'

/** public/color-scheme.js reads the same key, and sets the attribute before the first paint. */
const key = 'color-scheme'
const attribute = 'data-color-scheme'
const root = document.documentElement

const shown = (): Scheme => (root.getAttribute(attribute) === 'dark' ? 'dark' : 'light')
const show = (scheme: Scheme) => root.setAttribute(attribute, scheme)

function chosen(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Follows the system's scheme until someone chooses one, here or in another tab. */
export function followColorScheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    const known = chosen()
    if (known === 'light' || known === 'dark') show(known)
    else show(system.matches ? 'dark' : 'light')
  }
  system.addEventListener('change', follow)
  addEventListener('storage', follow)
}

export function useColorScheme(): [Scheme, (scheme: Scheme) => void] {
  const scheme = useSyncExternalStore(onChange, shown)
  const choose = (scheme: Scheme) => {
    try {
      localStorage.setItem(key, scheme)
    } catch {
      // Storage can be disabled; then the choice lasts until the page is closed.
    }
    show(scheme)
  }
  return [scheme, choose]
}

function onChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(root, { attributeFilter: [attribute] })
  return () => observer.disconnect()
}
