import { type FragmentType, graphql, unmask } from './gql'
import type { CaseEventKind } from './gql/graphql'
import { Instant } from './instant'

const ShownEvent = graphql(`
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

const kindLabels: Record<CaseEventKind, string> = {
  IMPORTED: 'Imported',
  CREATED: 'Created',
  UPDATED: 'Updated',
  ASSIGNED: 'Assigned',
  UNASSIGNED: 'Unassigned',
  COMMENTED: 'Commented',
  COMMENT_EDITED: 'Comment edited',
  COMMENT_REMOVED: 'Comment removed',
}

const valueLabels: Record<string, string> = {
  status: 'Status',
  resolution: 'Resolution',
  typeCode: 'Type',
  categoryCode: 'Category',
  assignee: 'Operator',
  group: 'Group',
}

interface Properties {
  of: FragmentType<typeof ShownEvent>
  fields: readonly { name: string; label: string }[]
}

/** Who changed what, and when. */
export function EventText({ of, fields }: Properties) {
  const { kind, at, touchpoint, actor, changes } = unmask(ShownEvent, of)
  const labelOf = ([first = '', second]: readonly string[]) =>
    valueLabels[first] ?? fields.find(({ name }) => name === second)?.label ?? (first === 'comments' ? 'Text' : second)
  return (
    <>
      <span className="faint">
        {[kindLabels[kind], actor && `by ${actor.firstname}`, touchpoint && `at ${touchpoint}`]
          .filter(Boolean)
          .join(' ')}
        , <Instant at={at} />
      </span>
      {changes.length > 0 && (
        <ul className="changes">
          {changes.map(({ path, from, to }) => (
            <li key={path.join('.')}>
              {labelOf(path)}
              {/* Parties do not see the texts of comments that were edited or removed. */}
              {(from !== null || to !== null) && `: ${valueText(from)} → ${valueText(to)}`}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || value === undefined ? 'none' : String(value)
}
