import { useClient } from 'urql'
import { toast } from '../display/toasts'
import { graphql } from '../gql'
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

type Listener = (id: string, isUnread: boolean) => void

const listeners = new Set<Listener>()
/** The other tabs of the browser, which belong to the same session. */
const others = new BroadcastChannel('marked cases')

others.addEventListener('message', ({ data: [id, isUnread] }: MessageEvent<Parameters<Listener>>) => {
  for (const listener of listeners) listener(id, isUnread)
})

/** Calls the function for each case that the viewer marks, in any tab. Returns a function that ends this. */
export function whenMarked(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function tell(id: string, isUnread: boolean): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Only messages to windows have one.
  others.postMessage([id, isUnread])
  for (const listener of listeners) listener(id, isUnread)
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
    for (const { id } of cases) tell(id, isUnread)
    const marked = await Promise.all(
      cases.map(async ({ id, version }) => {
        const input = { caseInstanceId: id, version: isUnread ? 0 : version }
        const data = await sendQuietly(client, MarkCaseReadMutation, { input })
        const is = data?.result && 'case' in data.result ? data.result.case.unread : !isUnread
        if (is !== isUnread) tell(id, is)
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
