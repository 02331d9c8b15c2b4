// A file of its own, because the content security policy allows no inline script. It runs before the first paint.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('color-scheme')
  } catch {
    // Storage can be switched off; the system's scheme is used then.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-color-scheme', isDark ? 'dark' : 'light')
})()
