import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { graphql } from '../../gql'
import type { NotePresenceMutation as Noted } from '../../gql/graphql'
import { atIntervals, isAway } from '../../cases/live/away'
import { sendQuietly } from '../../cases/live/quiet'

const NotePresenceMutation = graphql(`
  mutation NotePresence($input: NoteCasePresenceInput!) {
    result: noteCasePresence(input: $input) {
      ... on NoteCasePresencePayload {
        others {
          writes
          person {
            firstname
            email
          }
        }
      }
    }
  }
`)

type Others = Extract<NonNullable<Noted['result']>, { others: unknown }>['others']

/** What is noted is forgotten after 15 seconds. */
const intervalMs = 10_000

/** Tells the other operators that the viewer looks at a case or writes, and who of them does. A page at which nobody looks tells nothing. */
export function usePresence(id: string) {
  const client = useClient()
  const [others, setOthers] = useState<Others>([])
  const typedAt = useRef(-Infinity)
  const isWriting = useRef(false)

  const note = useCallback(async () => {
    if (isAway()) return setOthers([])
    isWriting.current = performance.now() - typedAt.current < intervalMs
    const input = { caseInstanceId: id, writes: isWriting.current }
    const data = await sendQuietly(client, NotePresenceMutation, { input })
    // Without an answer, nobody is known to be there.
    setOthers(data?.result && 'others' in data.result ? data.result.others : [])
  }, [client, id])

  useEffect(() => {
    const first = setTimeout(note)
    const end = atIntervals(intervalMs, () => void note())
    return () => {
      clearTimeout(first)
      end()
    }
  }, [note])

  /** Called when the viewer types, and when it is sent. */
  const noteTyping = useCallback(
    (isTyping: boolean) => {
      typedAt.current = isTyping ? performance.now() : -Infinity
      if (isTyping !== isWriting.current) void note()
    },
    [note],
  )
  return { others, noteTyping }
}

/** Who else looks at the case, and who writes. Its place is always there, so that nothing moves. */
export function Presence({ of }: { of: Others }) {
  const named = (writes: boolean) => of.filter((each) => each.writes === writes).map(({ person }) => person.firstname)
  const [writing, looking] = [named(true), named(false)]
  return (
    <p className="presence faint" aria-live="polite">
      {writing.length > 0 && <strong>{`${listed(writing)} ${writing.length === 1 ? 'is' : 'are'} writing. `}</strong>}
      {looking.length > 0 && `${listed(looking)} ${looking.length === 1 ? 'looks' : 'look'} at this case.`}
    </p>
  )
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names)
