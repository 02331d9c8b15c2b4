import type { FieldState, FromFrame } from '../frame-messages.ts'
import { createEmitter, type Emitter } from './emitter.ts'
import { IntegrationError } from './errors.ts'
import { createFieldFrame, type FieldFrame } from './field-frame.ts'

export interface Appearance {
  readonly theme?: string
  readonly variables?: Readonly<Record<string, string>>
}

export type ElementKind = 'payment' | 'card'

/** An element as the merchant's page sees it. */
export interface FieldElement extends Omit<Emitter, 'emit'> {
  mount(place: string | HTMLElement): void
  unmount(): void
  destroy(): void
  update(options: object): void
  focus(): void
  blur(): void
  clear(): void
  collapse(): void
}

const frames = new WeakMap<object, FieldFrame>()

/** The frame behind an element, hidden from the page. */
export function frameOf(element: unknown): FieldFrame {
  const frame = typeof element === 'object' && element !== null ? frames.get(element) : undefined
  if (!frame) throw new IntegrationError('this needs an element that was created by elements.create()')
  return frame
}

export function createFieldElement(
  kind: ElementKind,
  origin: string,
  query: URLSearchParams,
  onDestroy: () => void,
): FieldElement {
  const events = createEmitter()

  function heard(message: FromFrame): void {
    if (message.type === 'ready') events.emit('ready', { elementType: kind })
    else if (message.type === 'change') events.emit('change', changeEvent(kind, message.state))
    else events.emit(message.type, { elementType: kind })
  }

  const frame = createFieldFrame(origin, query, kind === 'card' ? 'Card details' : 'Payment details', heard)
  const element: FieldElement = {
    on: events.on,
    off: events.off,
    once: events.once,
    mount(place) {
      const target = typeof place === 'string' ? document.querySelector(place) : place
      if (!target) throw new IntegrationError(`the page has no ${place} to mount the element in`)
      if (frame.node.parentNode === target) return
      target.replaceChildren(frame.node)
    },
    unmount: () => frame.node.remove(),
    destroy() {
      frame.node.remove()
      onDestroy()
    },
    update: () => {},
    focus: () => frame.tell({ type: 'focus' }),
    blur: () => frame.tell({ type: 'blur' }),
    clear: () => frame.tell({ type: 'clear' }),
    collapse: () => {},
  }
  frames.set(element, frame)
  return element
}

function changeEvent(kind: ElementKind, { complete, empty, method, brand, flaw }: FieldState): object {
  const common = { elementType: kind, complete, empty }
  if (kind === 'payment') return { ...common, collapsed: false, value: { type: method } }
  const error = flaw ? { type: 'validation_error', ...flaw } : undefined
  return { ...common, brand, error, value: { postalCode: '' } }
}
