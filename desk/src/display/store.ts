import { useSyncExternalStore } from 'react'

/** A value outside of components, which those that use it follow. */
export interface Store<Value> {
  get(): Value
  set(next: Value): void
  subscribe(listener: () => void): () => void
  /** A part of the value. The component is shown again when this part changes. */
  use<Part>(part: (value: Value) => Part): Part
}

export function store<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe,
    use: (part) => useSyncExternalStore(subscribe, () => part(value)),
  }
}
