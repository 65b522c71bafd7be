import { toast } from './toasts'

/** Remembers which page is open. The function that it returns tells whether that page is still open. */
export function openedPage(): () => boolean {
  const { pathname, search } = location
  return () => location.pathname === pathname && location.search === search
}

/** Returns a function that says what has happened if another page was opened since. It returns whether it said it. */
export function tellingElsewhere(): (text: string) => boolean {
  const isStillOpen = openedPage()
  return (text) => {
    const isElsewhere = !isStillOpen()
    if (isElsewhere) toast(text)
    return isElsewhere
  }
}
