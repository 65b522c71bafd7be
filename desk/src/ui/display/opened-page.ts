/** Remembers which page is open. The function that it returns tells whether that page is still open. */
export function openedPage(): () => boolean {
  const { pathname, search } = location
  return () => location.pathname === pathname && location.search === search
}
