import type { CaseWords } from './case-words'
import { type FragmentType, graphql, unmask } from '../../gql'
import type { CaseLinkKind, ShownEventFragment } from '../../gql/graphql'
import { eventKindNames, linkKindNames } from '../../ui/words/names'
import { Instant } from '../../ui/display/instant'
import { useViewer } from '../../session/viewer'

export const ShownEvent = graphql(`
  fragment ShownEvent on CaseEvent {
    id
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
  /** The changes of one moment. */
  of: readonly FragmentType<typeof ShownEvent>[]
  words: CaseWords
}

/** Who changed what, and when. Several changes of one moment are one line, which opens. */
export function EventText({ of, words }: Properties) {
  const viewer = useViewer()
  const events = of.map((event) => unmask(ShownEvent, event))
  const [first] = events
  if (!first) return null
  const { kind, at, touchpoint, actor } = first
  const lines = events.flatMap(({ id, changes }) =>
    changes.map(({ path, from, to }) => (
      <span key={`${id} ${path.join('.')}`} className="change">
        {textOf({ path, from, to }, kind, words)}
      </span>
    )),
  )
  const isElsewhere = touchpoint !== null && touchpoint !== viewer.touchpoint.code
  const via = isElsewhere && `via ${touchpoint}`
  if (lines.length > 1 && isOfValues(kind)) {
    return (
      <details className="moment">
        <summary>
          {[actor?.firstname ?? 'Somebody', `changed ${lines.length} values`, via].filter(Boolean).join(' ')}
          {' · '}
          <Instant at={at} />
        </summary>
        {lines}
      </details>
    )
  }
  return (
    <>
      {[
        kind === 'COMMENTED'
          ? lines.length > 0
            ? 'Answered'
            : 'Wrote a message that was removed'
          : eventKindNames[kind],
        actor && `by ${actor.firstname}`,
        via,
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

/** Whether the number of changes describes the event. Otherwise, its kind says more. */
function isOfValues(kind: string): boolean {
  return !['CREATED', 'OVERDUE', 'MERGED', 'UNMERGED'].includes(kind)
}

function textOf({ path, from, to }: ShownEventFragment['changes'][number], kind: string, words: CaseWords): string {
  if (path[0] === 'links') return linkText(path[1] ?? '', to)
  if (kind === 'CREATED' || kind === 'OVERDUE') return `${words.labelOf(path)}: ${words.valueOf(path, to)}`
  // Parties do not see the texts of comments that were edited or removed.
  const isKnown = from !== null || to !== null
  return words.labelOf(path) + (isKnown ? `: ${words.valueOf(path, from)} → ${words.valueOf(path, to)}` : '')
}

function linkText(id: string, kind: unknown): string {
  return kind === null ? `No longer linked to case ${id}` : `${linkKindNames[kind as CaseLinkKind]} case ${id}`
}
