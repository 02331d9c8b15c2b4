import { control, messageOf } from './control.ts'
import { find, showProblem, whileBusy } from './dom.ts'

const page = find('#dispute', HTMLElement)
const buttons = [...page.querySelectorAll<HTMLButtonElement>('[data-outcome]')]

async function answer(outcome: string): Promise<void> {
  try {
    await control(`disputes/${page.dataset.dispute}/answer`, { outcome })
    location.reload()
  } catch (error) {
    showProblem(messageOf(error))
  }
}

for (const button of buttons) {
  button.addEventListener('click', () => void whileBusy(buttons, () => answer(button.dataset.outcome ?? '')))
  // Disabled until now, because a click would have done nothing.
  button.disabled = false
}
