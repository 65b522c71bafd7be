import { store } from '../../ui/display/store'

/** How many of the viewer's open cases are unread. */
export const ownUnread = store(0)

/** The title of the tab, after the number of the viewer's unread cases. */
export function PageTitle({ children }: { children: string }) {
  const unread = ownUnread.use((count) => count)
  return <title>{`${unread > 0 ? `(${unread}) ` : ''}${children} · Casegate`}</title>
}
