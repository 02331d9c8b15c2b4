type Listener = (event: object) => void

export interface Emitter {
  on(name: string, listener: Listener): void
  off(name: string, listener?: Listener): void
  once(name: string, listener: Listener): void
  emit(name: string, event: object): void
}

export function createEmitter(): Emitter {
  const listeners = new Map<string, Set<Listener>>()
  const emitter: Emitter = {
    on(name, listener) {
      const known = listeners.get(name) ?? new Set()
      listeners.set(name, known.add(listener))
    },
    off(name, listener) {
      if (listener) listeners.get(name)?.delete(listener)
      else listeners.delete(name)
    },
    once(name, listener) {
      const first: Listener = event => {
        emitter.off(name, first)
        listener(event)
      }
      emitter.on(name, first)
    },
    emit(name, event) {
      for (const listener of [...(listeners.get(name) ?? [])]) listener(event)
    },
  }
  return emitter
}
