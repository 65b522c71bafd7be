import { useSyncExternalStore } from 'react'

/** A value outside of components, which those that use it follow. */
export function store<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get: () => value,
    set(next: Value) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe,
    /** A part of the value. The component is shown again when this part changes. */
    use: <Part>(part: (value: Value) => Part) => useSyncExternalStore(subscribe, () => part(value)),
  }
}
