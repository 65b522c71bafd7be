import { useSyncExternalStore } from 'react'
import { useViewer } from '../session/viewer'

/** A list with a name. `search` is the part of its address after the question mark. */
export interface View {
  name: string
  search: string
}

/** The views that every operator has. */
export const commonViews: readonly View[] = [
  { name: 'My open', search: 'assigned=me' },
  { name: 'My groups', search: 'assigned=groups' },
  { name: 'Unassigned', search: 'assigned=nobody' },
  { name: 'Waiting longest', search: 'order=WAITING_LONGEST' },
  { name: 'All open', search: '' },
  { name: 'All cases', search: 'status=any' },
]

// Saved views belong to a person in a browser.
const listeners = new Set<() => void>()
const parsed = { text: '', views: [] as View[] }

/** The views that the viewer has saved in this browser, and functions that change them. */
export function useSavedViews() {
  const { login, email } = useViewer()
  const key = `views ${login} ${email}`
  const saved = useSyncExternalStore(subscribe, () => read(key))
  function write(views: View[]) {
    localStorage.setItem(key, JSON.stringify(views))
    for (const listener of listeners) listener()
  }
  return {
    saved,
    /** Replaces a view of the same name. */
    save: (view: View) => write([...saved.filter(({ name }) => name !== view.name), view]),
    remove: (view: View) => write(saved.filter(({ name }) => name !== view.name)),
  }
}

function read(key: string): View[] {
  const text = localStorage.getItem(key) ?? '[]'
  if (text !== parsed.text) Object.assign(parsed, { text, views: JSON.parse(text) as View[] })
  return parsed.views
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Other tabs show it too.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The name of the list at an address. */
export function viewName(search: string, views: readonly View[]): string {
  const sorted = (text: string) => new URLSearchParams([...new URLSearchParams(text)].toSorted()).toString()
  const parameters = new URLSearchParams(search)
  const isSearch = parameters.has('text') || parameters.has('customer')
  return views.find((view) => sorted(view.search) === sorted(search))?.name ?? (isSearch ? 'Search results' : 'Cases')
}
