import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the browser has no connection, and what that means. It stands above the page, and moves nothing. */
export function Offline() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <output className="offline">
      {!isOnline && 'You are offline. What you write is kept here. Send it when the connection is back.'}
    </output>
  )
}
