import { useOwnSetting } from './own-setting'

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
const none: Partial<Preferences> = {}

/** The preferences of the viewer, and a function that changes some of them. */
export function usePreferences(): [Preferences, (change: Partial<Preferences>) => void] {
  const { value, read, write } = useOwnSetting('preferences', none)
  return [{ ...initial, ...value }, (change) => write({ ...read(), ...change })]
}
