import { control, messageOf } from './control.ts'
import { find, showProblem, whileBusy } from './dom.ts'

const page = find('#action', HTMLElement)
const { intent = '', secret = '', kind = 'payment_intents' } = page.dataset
const isFramed = window.parent !== window
const buttons = [...page.querySelectorAll<HTMLButtonElement>('[data-outcome]')]

interface Resolved {
  readonly return_url: string | null
}

async function resolve(outcome: string): Promise<void> {
  try {
    const done = await control<Resolved>(`${kind}/${intent}/next_action`, {
      outcome,
      client_secret: secret,
    })
    // Within a merchant's page, the browser script continues.
    if (isFramed) window.parent.postMessage({ sandboxAction: intent }, '*')
    else if (done.return_url) location.assign(done.return_url)
    else location.reload()
  } catch (error) {
    showProblem(messageOf(error))
  }
}

for (const button of buttons) {
  button.addEventListener('click', () => void whileBusy(buttons, () => resolve(button.dataset.outcome ?? '')))
  // Disabled until now, because a click would have done nothing.
  button.disabled = false
}

document.documentElement.classList.toggle('framed', isFramed)
// Keys pressed in a frame do not reach the dialog around it.
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && isFramed) void whileBusy(buttons, () => resolve('fail'))
})
