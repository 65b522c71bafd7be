import { useSyncExternalStore } from 'react'
import { useViewer } from './viewer'

/** What a person has chosen for the desk in this browser. */
export interface Preferences {
  /** Messages are sent after some seconds, in which that can be undone. */
  delaysSending: boolean
  /** Notifications of the browser are shown. */
  notifies: boolean
  /** A notification has a sound. */
  playsSound: boolean
}

const initial: Preferences = { delaysSending: false, notifies: false, playsSound: false }

const listeners = new Set<() => void>()
let parsed = { text: '', preferences: initial }

/** The preferences of the viewer, and a function that changes some of them. Other tabs of the browser follow. */
export function usePreferences(): [Preferences, (change: Partial<Preferences>) => void] {
  const { login, email } = useViewer()
  const key = `preferences ${login} ${email}`
  const preferences = useSyncExternalStore(subscribe, () => read(key))
  function change(change: Partial<Preferences>) {
    localStorage.setItem(key, JSON.stringify({ ...read(key), ...change }))
    for (const listener of listeners) listener()
  }
  return [preferences, change]
}

function read(key: string): Preferences {
  const text = localStorage.getItem(key) ?? '{}'
  if (text !== parsed.text)
    parsed = { text, preferences: { ...initial, ...(JSON.parse(text) as Partial<Preferences>) } }
  return parsed.preferences
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
