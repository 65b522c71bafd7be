import { useOwnSetting } from '../../../session/own-setting'

/** A list with a name. `search` is the part of its address after the question mark. */
export interface View {
  name: string
  search: string
}

/** The views that every operator has. */
export const commonViews: readonly View[] = [
  { name: 'My open', search: 'assigned=me' },
  { name: 'Unread', search: 'assigned=me&status=any&unread=yes' },
  { name: 'My groups', search: 'assigned=groups' },
  { name: 'Unassigned', search: 'assigned=nobody' },
  { name: 'Waiting longest', search: 'order=WAITING_LONGEST' },
  { name: 'Due next', search: 'order=DUE_FIRST' },
  { name: 'All open', search: '' },
  { name: 'All cases', search: 'status=any' },
]

const none: readonly View[] = []

/** The views that the viewer has saved in this browser, and functions that change them. Each returns one that undoes it. */
export function useSavedViews() {
  const { value: saved, read, write } = useOwnSetting('views', none)

  /** Puts a view in the place of another one, or at a place. */
  function put(before: View | null, after: View | null, place = read().length): () => void {
    const views = read()
    const found = before ? views.findIndex(({ name }) => name === before.name) : -1
    const at = found === -1 ? place : found
    write(views.toSpliced(at, found === -1 ? 0 : 1, ...(after ? [after] : [])))
    return () => void put(after, before, at)
  }
  return {
    saved,
    isTaken: (name: string) => [...commonViews, ...saved].some((view) => view.name === name),
    save: (view: View) => put(null, view),
    rename: (view: View, name: string) => put(view, { ...view, name }),
    remove: (view: View) => put(view, null),
  }
}

/** The name of the list at an address. */
export function viewName(search: string, views: readonly View[]): string {
  const sorted = (text: string) => new URLSearchParams([...new URLSearchParams(text)].toSorted()).toString()
  const parameters = new URLSearchParams(search)
  const isSearch = parameters.has('text') || parameters.has('customer')
  return views.find((view) => sorted(view.search) === sorted(search))?.name ?? (isSearch ? 'Search results' : 'Cases')
}

/** The path of a view in the desk. */
export const pathOf = ({ search }: Pick<View, 'search'>): string => (search === '' ? '/' : `/?${search}`)

/** What a person sends to others, who can save the view under its name. */
export function linkTo(view: View): string {
  return `${location.origin}/desk${pathOf(view)}#${encodeURIComponent(view.name)}`
}

/** The name of a view in a link that somebody has sent. Empty if there is none. */
export function sentName(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}
