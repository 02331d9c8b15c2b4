import { type ApiFailure, callApi, type Params } from './api.ts'
import { find } from './dom.ts'
import { connect, type FieldState, type FromFrame, type ToFrame } from './frame-messages.ts'
import { bindPaymentForm } from './payment-form.ts'

const form = find('#pay', HTMLFormElement)
const payment = bindPaymentForm(form)

function serve(port: MessagePort): void {
  const say = (message: FromFrame) => port.postMessage(message)

  function state(): FieldState {
    const flaws = payment.flaws()
    // An incomplete field is not wrong yet.
    const flaw = flaws.find(({ code }) => !code.startsWith('incomplete')) ?? null
    return {
      complete: flaws.length === 0,
      empty: payment.isEmpty(),
      method: payment.type(),
      brand: payment.brand(),
      flaw: flaw && { code: flaw.code, message: flaw.message },
    }
  }

  function validate(): ApiFailure | null {
    const flaws = payment.flaws()
    payment.showFlaws(flaws)
    const [flaw] = flaws
    return flaw ? { type: 'validation_error', code: flaw.code, message: flaw.message } : null
  }

  async function answer(message: ToFrame): Promise<void> {
    switch (message.type) {
      case 'look':
        applyLook(message.theme, message.variables)
        break
      case 'focus':
        form.querySelector('input')?.focus()
        break
      case 'blur':
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        break
      case 'clear':
        payment.clear()
        break
      case 'validate':
        say({ type: 'validated', id: message.id, error: validate() })
        break
      case 'call': {
        const { id, session, path, params, into } = message
        const error = validate()
        const own = { ...session, origin: '' }
        const call = () => callApi<unknown>(own, 'POST', path, withMethod(params, into, payment.methodData()))
        say({ type: 'answer', id, answer: error ? { error } : await call() })
      }
    }
  }

  port.onmessage = ({ data }: MessageEvent<ToFrame>) => void answer(data)
  payment.onChange(() => say({ type: 'change', state: state() }))
  form.addEventListener('focusin', () => say({ type: 'focus' }))
  form.addEventListener('focusout', () => say({ type: 'blur' }))
  form.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') say({ type: 'escape' })
  })
  new ResizeObserver(() => {
    say({ type: 'height', px: Math.ceil(document.documentElement.getBoundingClientRect().height) })
  }).observe(document.documentElement)
  say({ type: 'ready' })
}

/** Adds the input of this form. Billing details from the page take precedence. */
function withMethod(params: Params, into: string | null, data: Params): Params {
  if (into === null) return { ...params, ...data, ...billing(params, data) }
  const given = params[into]
  const base = typeof given === 'object' && given !== null ? { ...given } : {}
  return { ...params, [into]: { ...base, ...data, ...billing(base, data) } }
}

function billing(given: Params, typed: Params): Params {
  if (!given.billing_details && !typed.billing_details) return {}
  return { billing_details: Object.assign({}, typed.billing_details, given.billing_details) }
}

const looks: Readonly<Record<string, string>> = {
  colorPrimary: '--accent',
  colorBackground: '--surface',
  colorText: '--ink',
  colorTextSecondary: '--muted',
  colorDanger: '--bad',
  borderRadius: '--radius',
  fontFamily: '--font',
  fontSizeBase: '--font-size',
}

/** Applies the merchant's colors. The merchant's page, not the shopper's system, chooses light or dark. */
function applyLook(theme: string, variables: Readonly<Record<string, string>>): void {
  const root = document.documentElement
  root.dataset.theme = theme === 'night' ? 'dark' : 'light'
  for (const [name, value] of Object.entries(variables)) {
    const property = looks[name]
    if (property) root.style.setProperty(property, String(value))
  }
}

form.addEventListener('submit', event => event.preventDefault())
window.addEventListener('message', ({ data, ports, source }) => {
  if (data === connect && source === window.parent && ports[0]) serve(ports[0])
})
