import { type Client, stringifyDocument } from 'urql'
import { graphql } from '../../gql'
import type { ChangesOfCasesSubscription as Changes } from '../../gql/graphql'
import { refreshSession } from '../../session/current-session'
import { ViewerQuery } from '../../session/viewer-query'
import { StreamError, streamResults } from './event-stream'

const ChangesOfCases = graphql(`
  subscription ChangesOfCases($after: String!) {
    caseEvents(after: $after) {
      cursor
      event {
        id
        caseId
        sequence
        actor {
          firstname
          email
        }
        changes {
          path
          from
          to
        }
        comments {
          internal
          author {
            email
          }
        }
        case {
          unread
          caseStatus {
            closed
          }
          assignee {
            email
          }
          party {
            firstname
            email
          }
          ...TitledCase
        }
      }
    }
  }
`)

export type CaseEvent = NonNullable<Changes['caseEvents']>['event']

/** A change of a case that the viewer may see or has lost. Without a case, any case may have changed. */
interface CaseNews {
  cursor: string
  change?: { caseId: string; version: number; event: CaseEvent }
  /** Whether this tab has the stream. Of all tabs, one tells the person. */
  isFirst?: boolean
}

export type CaseFollower = ReturnType<typeof caseFollower>

interface Followed {
  session: string
  client: Client
  /** Changes after this cursor are followed. */
  cursor: string
}

const firstDelayMs = 1_000
const longestDelayMs = 30_000

/**
 * Follows the changes of cases. One tab of the browser holds the stream and tells the others. When it is closed, another one goes on
 * after the last change that it was told.
 */
export function caseFollower({ session, client, cursor: first }: Followed) {
  const name = `cases ${session}`
  const listeners = new Set<(news: CaseNews) => void>()
  let cursor = first

  function receive(news: CaseNews) {
    cursor = news.cursor
    for (const listener of listeners) listener(news)
  }

  /** Reads the stream until it ends. */
  async function readStream(
    signal: AbortSignal,
    broadcast: (news: CaseNews) => void,
    onSignOfLife: () => void,
  ): Promise<void> {
    const body = { query: stringifyDocument(ChangesOfCases), variables: { after: cursor } }
    for await (const data of streamResults<Changes>(body, { session, signal })) {
      onSignOfLife()
      const item = data?.caseEvents
      if (!item) continue
      const { cursor, event } = item
      broadcast({ cursor, change: { caseId: event.caseId, version: event.sequence, event } })
    }
  }

  async function recover(error: unknown, broadcast: (news: CaseNews) => void): Promise<void> {
    if (!(error instanceof StreamError)) return
    if (error.code === 'UNAUTHENTICATED') await refreshSession()
    if (error.code !== 'CURSOR_EXPIRED') return
    const { data } = await client.query(ViewerQuery, {}, { requestPolicy: 'network-only' })
    if (data?.caseEvents) broadcast({ cursor: data.caseEvents.endCursor })
  }

  async function readWhileOpen(signal: AbortSignal, broadcast: (news: CaseNews) => void): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      await readStream(signal, broadcast, () => (failures = 0)).catch((error) => recover(error, broadcast))
      const longest = Math.min(firstDelayMs * 2 ** failures, longestDelayMs)
      await pause(longest * (0.5 + Math.random() / 2), signal)
    }
  }

  return {
    /** Calls the function for each change. Returns a function that ends this. */
    listen(listener: (news: CaseNews) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Begins to follow. Returns a function that ends this. */
    start(): () => void {
      const others = new BroadcastChannel(name)
      const ending = new AbortController()
      const { signal } = ending
      others.addEventListener('message', ({ data }) => receive(data as CaseNews))
      const broadcast = (news: CaseNews) => {
        others.postMessage(news)
        receive({ ...news, isFirst: true })
      }
      if (isSecureContext) {
        // The wait for the lock ends with the page.
        navigator.locks.request(name, { signal }, () => readWhileOpen(signal, broadcast)).catch(() => {})
      } else whileVisible(signal, (signal) => readWhileOpen(signal, broadcast))
      return () => {
        ending.abort()
        others.close()
      }
    },
  }
}

/**
 * Browsers have locks only over TLS and on this machine. Elsewhere each tab that is visible has a stream, as browsers open only six
 * connections to a server.
 */
function whileVisible(ending: AbortSignal, run: (signal: AbortSignal) => Promise<void>): void {
  let visible = new AbortController()
  function turn() {
    visible.abort()
    visible = new AbortController()
    if (!document.hidden) void run(AbortSignal.any([ending, visible.signal]))
  }
  document.addEventListener('visibilitychange', turn, { signal: ending })
  turn()
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
