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

/** Shows what went wrong in the page's place for it; null hides it. */
export function showProblem(text: string | null): void {
  const place = find('#problem', HTMLElement)
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
    if (focused instanceof HTMLElement && document.activeElement === document.body) focused.focus()
  }
}
