import type { CaseWords } from './case-words'
import { type FragmentType, graphql, unmask } from '../gql'
import { eventKindNames } from '../words/names'
import { Instant } from '../display/instant'
import { useViewer } from '../session/viewer'

export const ShownEvent = graphql(`
  fragment ShownEvent on CaseEvent {
    kind
    at
    touchpoint
    actor {
      firstname
    }
    changes {
      path
      from
      to
    }
  }
`)

interface Properties {
  of: FragmentType<typeof ShownEvent>
  words: CaseWords
}

/** Who changed what, and when. */
export function EventText({ of, words }: Properties) {
  const viewer = useViewer()
  const { kind, at, touchpoint, actor, changes } = unmask(ShownEvent, of)
  const lines = changes.map(({ path, from, to }) => {
    // Parties do not see the texts of comments that were edited or removed.
    const values = from !== null || to !== null ? `: ${words.valueOf(path, from)} → ${words.valueOf(path, to)}` : ''
    const text =
      kind === 'CREATED' ? `${words.labelOf(path)}: ${words.valueOf(path, to)}` : words.labelOf(path) + values
    return (
      <span key={path.join('.')} className="change">
        {text}
      </span>
    )
  })
  const isElsewhere = touchpoint !== null && touchpoint !== viewer.touchpoint.code
  return (
    <>
      {[
        kind === 'COMMENTED' ? 'Wrote a message that was removed' : eventKindNames[kind],
        actor && `by ${actor.firstname}`,
        isElsewhere && `via ${touchpoint}`,
      ]
        .filter(Boolean)
        .join(' ')}
      {' · '}
      <Instant at={at} />
      {kind === 'CREATED' && lines.length > 0 ? (
        // Most of them are the values of now, which are beside the conversation.
        <details className="first-values">
          <summary>first values</summary>
          {lines}
        </details>
      ) : (
        lines
      )}
    </>
  )
}
