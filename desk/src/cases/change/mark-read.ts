import { useEffect } from 'react'
import { useClient } from 'urql'
import { toast } from '../../ui/display/toasts'
import { graphql } from '../../gql'
import { sendQuietly } from '../live/quiet'

const MarkCaseReadMutation = graphql(`
  mutation MarkCaseRead($input: MarkCaseReadInput!) {
    result: markCaseRead(input: $input) {
      ... on MarkCaseReadPayload {
        case {
          id
          unread
        }
      }
    }
  }
`)

/** `isStored`: whether the service has answered. */
type Listener = (id: string, isUnread: boolean, isStored: boolean) => void

const listeners = new Set<Listener>()
/** The other tabs of the browser, which belong to the same session. */
const others = new BroadcastChannel('marked cases')

others.addEventListener('message', ({ data }: MessageEvent<Parameters<Listener>>) => {
  for (const listener of listeners) listener(...data)
})

/** Calls the function for each case that the viewer marks, in any tab. Returns a function that ends this. */
export function whenMarked(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function tell(...marked: Parameters<Listener>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Only messages to windows have one.
  others.postMessage(marked)
  for (const listener of listeners) listener(...marked)
}

const soonMs = 300

/** Loads what counts unread cases again soon after some were marked, and not while the page is hidden. */
export function useReloadOnMarks(load: (options: { requestPolicy: 'network-only' }) => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stopListening = whenMarked((_id, _isUnread, isStored) => {
      if (!isStored || document.hidden) return
      clearTimeout(timer)
      timer = setTimeout(() => load({ requestPolicy: 'network-only' }), soonMs)
    })
    return () => {
      stopListening()
      clearTimeout(timer)
    }
  }, [load])
}

/**
 * A function that marks cases as read or unread: lists show it at once. It returns how many are now as wanted. `isAsked`: whether the
 * viewer is told that some are not.
 */
export function useMarkRead() {
  const client = useClient()
  return async (
    cases: readonly { id: string; version: number }[],
    isUnread: boolean,
    { isAsked = true } = {},
  ): Promise<number> => {
    for (const { id } of cases) tell(id, isUnread, false)
    const marked = await Promise.all(
      cases.map(async ({ id, version }) => {
        const input = { caseInstanceId: id, version: isUnread ? 0 : version }
        const data = await sendQuietly(client, MarkCaseReadMutation, { input })
        const is = data?.result && 'case' in data.result ? data.result.case.unread : !isUnread
        tell(id, is, true)
        return is === isUnread
      }),
    )
    const count = marked.filter(Boolean).length
    if (isAsked && count < cases.length)
      toast(isUnread ? 'A case is unread only while somebody else wrote last.' : notMarked)
    return count
  }
}

const notMarked = 'The service did not respond. Try again.'
