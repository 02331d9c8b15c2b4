import { control, messageOf } from './control.ts'
import { find, showProblem, whileBusy } from './dom.ts'

const page = find('#onboarding', HTMLElement)
const { account = '', link = '' } = page.dataset
const buttons = [...page.querySelectorAll<HTMLButtonElement>('[data-outcome]')]

async function finish(outcome: string): Promise<void> {
  try {
    const done = await control<{ return_url: string | null }>(`accounts/${account}/onboarding`, {
      outcome,
      link,
    })
    location.assign(done.return_url ?? '/')
  } catch (error) {
    showProblem(messageOf(error))
  }
}

for (const button of buttons) {
  button.addEventListener('click', () => void whileBusy(buttons, () => finish(button.dataset.outcome ?? '')))
}
