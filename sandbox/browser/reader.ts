import { control, messageOf } from './control.ts'
import { find, showProblem, whileBusy } from './dom.ts'
import { keepLive } from './keep-live.ts'

const page = find('#reader', HTMLElement)
const path = `readers/${page.dataset.reader}`
const shopper = find('#shopper', HTMLFieldSetElement)
const card = find('#card', HTMLSelectElement)
const power = find('[data-act=power]', HTMLButtonElement)
const buttons = [...page.querySelectorAll<HTMLButtonElement>('[data-act]')]

function screen(): DOMStringMap {
  return find('#screen', HTMLElement).dataset
}

const refresh = keepLive(() => {
  const { state, status } = screen()
  shopper.disabled = state !== 'waiting'
  power.textContent = status === 'online' ? 'Go offline' : 'Go online'
})

const acts: Readonly<Record<string, () => Promise<object>>> = {
  present: () => control(`${path}/present`, { number: card.value }),
  decline: () => control(`${path}/present`, { number: '4000000000000002' }),
  cancel: () => control(`${path}/cancel`, {}),
  power: () => control(path, { status: screen().status === 'online' ? 'offline' : 'online' }),
}

async function act(name: string): Promise<void> {
  try {
    showProblem(null)
    await acts[name]?.()
    await refresh()
  } catch (error) {
    showProblem(messageOf(error))
  }
}

for (const button of buttons) {
  button.addEventListener('click', () => void whileBusy(buttons, () => act(button.dataset.act ?? '')))
}
