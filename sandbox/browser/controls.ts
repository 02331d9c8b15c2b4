import { control, messageOf } from './control.ts'
import { find, showProblem, whileBusy } from './dom.ts'
import { keepLive } from './keep-live.ts'

/** Forms and buttons of the start page that name a control: `data-control`, `data-method`, and a button's `data-body`. */
const refresh = keepLive()

type Field = HTMLInputElement | HTMLSelectElement

function fieldsOf(form: HTMLFormElement): object {
  const fields = [...form.querySelectorAll<Field>('input:enabled, select')]
  const read = ({ type, value }: Field) => (type === 'number' ? Number(value) : value)
  return Object.fromEntries(fields.map(field => [field.name, read(field)]))
}

/** Disables hidden fields: they are not sent, and invalid text in them does not block the form. */
function disableHidden(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('form[data-control] input')) {
    field.disabled = !field.checkVisibility()
  }
}

function send(from: HTMLElement, body: object): void {
  const card = from.closest('section')
  const path = from.dataset.control
  if (!card || path === undefined) return
  const problem = find('[role=alert]', HTMLElement, card)
  const work = whileBusy(card.querySelectorAll('button'), async () => {
    try {
      showProblem(null, problem)
      await control(path, body, from.dataset.method)
      await refresh()
    } catch (error) {
      showProblem(messageOf(error), problem)
    }
  })
  // The button may be gone, and keyboard users would lose their place.
  void work.then(() => document.activeElement === document.body && find('h1, h2', HTMLElement, card).focus())
}

document.addEventListener('submit', event => {
  event.preventDefault()
  if (event.target instanceof HTMLFormElement) send(event.target, fieldsOf(event.target))
})

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('button[data-control]') : null
  if (button) send(button, JSON.parse(button.dataset.body ?? '{}'))
})

document.addEventListener('change', disableHidden)
disableHidden()
