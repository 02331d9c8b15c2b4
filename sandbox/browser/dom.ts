/** An element that the page is known to have. */
export function find<E extends Element>(
  selector: string,
  type: new () => E,
  within: ParentNode = document,
): E {
  const found = within.querySelector(selector)
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`)
  return found
}

/** Shows a problem in its place on the page; null hides it. */
export function showProblem(text: string | null, place = find('#problem', HTMLElement)): void {
  place.hidden = text === null
  place.textContent = text ?? ''
}

/** Disables the buttons while the work runs, so that nothing is sent twice. */
export async function whileBusy(buttons: Iterable<HTMLButtonElement>, work: () => Promise<void>) {
  const disabled = [...buttons].filter(button => !button.disabled)
  const focused = document.activeElement
  for (const button of disabled) button.disabled = true
  try {
    await work()
  } finally {
    for (const button of disabled) button.disabled = false
    // A disabled button loses the focus, and keyboard users would lose their place.
    if (focused instanceof HTMLElement && document.activeElement === document.body) focusAgain(focused)
  }
}

/** Focuses the element or, if its part of the page was replaced, its replacement. */
export function focusAgain(element: HTMLElement): void {
  const link = element.getAttribute('href')
  const same = element.id
    ? document.getElementById(element.id)
    : link && document.querySelector<HTMLElement>(`a[href="${CSS.escape(link)}"]`)
  const next = element.isConnected ? element : same
  if (next) next.focus()
}
