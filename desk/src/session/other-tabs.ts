import { useEffect } from 'react'
import type { Session } from './session'

// Links open in new tabs, and each tab has separate session storage. The tabs of one browser therefore pass the session
// on to each other. It ends with the last tab.

type Message = { kind: 'asked' } | { kind: 'answered' | 'ended'; session: Session }

const channel = new BroadcastChannel('casegate-session')

// Only a page that is loaded without a session asks. After a sign-out it does not.
let isAsking = true

const send = (message: Message) => channel.postMessage(message)

/** Ends the session in the other tabs that have it. */
export function endInOtherTabs(session: Session): void {
  send({ kind: 'ended', session })
}

/** Asks other tabs for their session when the page is loaded without one, and answers other tabs. */
export function useOtherTabs(session: Session | undefined, onChange: (session?: Session) => void): void {
  useEffect(() => {
    function receive({ data }: MessageEvent<Message>) {
      if (data.kind === 'asked') {
        if (session) send({ kind: 'answered', session })
      } else if (data.kind === 'answered') {
        if (!session && isAsking) onChange(data.session)
      } else if (data.session.token === session?.token) onChange()
    }
    channel.addEventListener('message', receive)
    if (session) isAsking = false
    else if (isAsking) send({ kind: 'asked' })
    return () => channel.removeEventListener('message', receive)
  }, [session, onChange])
}
