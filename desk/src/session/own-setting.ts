import { useMemo, useSyncExternalStore } from 'react'
import { useViewer } from './viewer'

/** Browsers send the event to the other tabs. `write` sends it to this one. */
function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

function parsed<Value>(text: string | null, initial: Value): Value {
  return text === null ? initial : (JSON.parse(text) as Value)
}

/** A value that the browser keeps for each person. All of its tabs follow. `read` returns the value now, which may be newer than `value`. */
export function useOwnSetting<Value>(name: string, initial: Value) {
  const { login, email } = useViewer()
  const key = `${name} ${login} ${email}`
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  return {
    value: useMemo(() => parsed(text, initial), [text, initial]),
    read: () => parsed(localStorage.getItem(key), initial),
    write(value: Value) {
      localStorage.setItem(key, JSON.stringify(value))
      window.dispatchEvent(new StorageEvent('storage', { key }))
    },
  }
}
