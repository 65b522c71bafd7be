import { useSyncExternalStore } from 'react'
import { useViewer } from './viewer'

interface OwnSetting<Value> {
  value: Value
  /** The value now, which may be newer than the one that is shown. */
  read: () => Value
  write: (value: Value) => void
}

/**
 * Makes a hook for a value that the browser keeps for each person. Other tabs of the browser follow. `valueOf` is called with what is
 * stored, and with undefined if that is nothing.
 */
export function ownSetting<Value>(name: string, valueOf: (stored: Value | undefined) => Value) {
  const listeners = new Set<() => void>()
  let parsed: { text: string | null; value: Value } | undefined

  function readKey(key: string): Value {
    const text = localStorage.getItem(key)
    if (parsed?.text !== text)
      parsed = { text, value: valueOf(text === null ? undefined : (JSON.parse(text) as Value)) }
    return parsed!.value
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  }

  return function useOwnSetting(): OwnSetting<Value> {
    const { login, email } = useViewer()
    const key = `${name} ${login} ${email}`
    const read = () => readKey(key)
    function write(value: Value) {
      localStorage.setItem(key, JSON.stringify(value))
      for (const listener of listeners) listener()
    }
    return { value: useSyncExternalStore(subscribe, read), read, write }
  }
}
