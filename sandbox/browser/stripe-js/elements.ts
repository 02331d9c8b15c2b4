import type { ApiFailure, Session } from '../api.ts'
import { IntegrationError, requireSecret } from './errors.ts'
import {
  type Appearance,
  createFieldElement,
  type ElementKind,
  type FieldElement,
  frameOf,
} from './field-element.ts'
import type { FieldFrame } from './field-frame.ts'

export interface ElementsOptions {
  readonly clientSecret?: string
  /** Instead of a secret: the fields are shown first, and the payment is created later. */
  readonly mode?: string
  readonly currency?: string
  readonly appearance?: Appearance
}

export interface Elements {
  create(kind: ElementKind, options?: object): FieldElement
  getElement(kind: ElementKind): FieldElement | null
  update(options: ElementsOptions): void
  fetchUpdates(): Promise<object>
  submit(): Promise<{ error?: ApiFailure; selectedPaymentMethod?: string }>
}

interface Inner {
  readonly secret: string | null
  frame(): FieldFrame
}
const inners = new WeakMap<object, Inner>()

/** The internals of a group of elements, hidden from the page. */
export function insideOf(elements: unknown): Inner {
  const inner = typeof elements === 'object' && elements !== null ? inners.get(elements) : undefined
  if (!inner) throw new IntegrationError('`elements` must come from stripe.elements()')
  return inner
}

export function createElements({ origin }: Session, options: ElementsOptions): Elements {
  const secret = options.clientSecret === undefined ? null : requireSecret(options.clientSecret)
  const created = new Map<ElementKind, FieldElement>()

  function queryFor(kind: ElementKind): URLSearchParams {
    if (kind === 'card') return new URLSearchParams({ type: kind })
    if (secret) return new URLSearchParams({ type: kind, client_secret: secret })
    if (options.mode && options.currency)
      return new URLSearchParams({ type: kind, currency: options.currency })
    throw new IntegrationError(
      'the payment element needs stripe.elements({clientSecret}), or mode and currency',
    )
  }

  function look(kind: ElementKind, { theme = 'stripe', variables = {} }: Appearance): void {
    const element = created.get(kind)
    if (!element) return
    const frame = frameOf(element)
    // A frame is transparent only if its color scheme matches the page around it.
    frame.node.style.colorScheme = theme === 'night' ? 'dark' : 'light'
    frame.tell({ type: 'look', theme, variables: { ...variables } })
  }

  const elements: Elements = {
    create(kind) {
      if (kind !== 'payment' && kind !== 'card') {
        throw new IntegrationError(`the sandbox has the elements payment and card, not ${String(kind)}`)
      }
      if (created.has(kind)) throw new IntegrationError(`there is already a ${kind} element`)
      const element = createFieldElement(kind, origin, queryFor(kind), () => created.delete(kind))
      created.set(kind, element)
      look(kind, options.appearance ?? {})
      return element
    },
    getElement: kind => created.get(kind) ?? null,
    update(change) {
      for (const kind of created.keys()) if (change.appearance) look(kind, change.appearance)
    },
    fetchUpdates: () => Promise.resolve({}),
    async submit() {
      const error = await insideOf(elements).frame().validate()
      return error ? { error } : {}
    },
  }
  inners.set(elements, {
    secret,
    frame() {
      const element = created.get('payment') ?? created.get('card')
      if (!element) throw new IntegrationError('create and mount a payment element first')
      return frameOf(element)
    },
  })
  return elements
}
