import type { ReactNode } from 'react'
import { useCodeNames } from './names'
import { isNothing, isRecord, labelIn, Value } from './value'

export interface Change {
  /** A member, then the key of an element if the member is a list, then a member of the element. */
  path: readonly string[]
  from?: unknown
  to?: unknown
}

interface Words {
  /** By the names of the members. */
  labels: Record<string, string>
  /** The code of the type that has changed. */
  typeCode?: string | undefined
}

interface Properties extends Words {
  changes: readonly Change[]
  /** What is said about a member beside its change. */
  noteOf?: (member: string) => ReactNode
}

/** What a change replaces, and with what. Each member is a row. */
export function ChangeList({ changes, noteOf, ...words }: Properties) {
  const members = Map.groupBy(changes, ({ path: [member = ''] }) => member)
  return (
    <dl className="changed-values">
      {Array.from(members, ([member, parts]) => (
        <div key={member}>
          <dt>{labelIn(words.labels, member)}</dt>
          <dd>
            {parts.map((change) => (
              <div key={change.path.join('.')}>
                <ChangedPart change={change} {...words} />
              </div>
            ))}
            {noteOf?.(member)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The lists whose elements have keys, with the number of keys. */
const listKeys: Record<string, number> = {
  fields: 1,
  transitions: 1,
  typeCodes: 1,
  memberEmails: 1,
  groupNames: 1,
  typeCategories: 2,
  delivery: 1,
}

function ChangedPart({ change: { path, from, to }, labels, typeCode }: Words & { change: Change }) {
  const [member = '', ...rest] = path
  const { typeCategoryName, fieldLabel } = useCodeNames()
  const keys = rest.slice(0, listKeys[member])
  const [first = '', second = ''] = keys
  const [part = member] = rest.slice(keys.length)
  const value = (of: unknown) => <Value member={part} value={of} labels={labels} />
  const replaced = isNothing(from) ? (
    <ins>{value(to)}</ins>
  ) : (
    <>
      <del>{value(from)}</del> → <ins>{value(to)}</ins>
    </>
  )
  if (keys.length === 0 && member === 'fields' && Array.isArray(to)) {
    return `Order: ${to.map((name: string) => fieldLabel(typeCode, name)).join(', ')}`
  }
  if (keys.length === 0 || member === 'delivery') return replaced

  const element = to ?? from
  const own = isRecord(element) ? element['label'] : undefined
  const names: Record<string, ReactNode> = {
    fields: typeof own === 'string' && own !== '' ? own : fieldLabel(typeCode, first),
    typeCategories: typeCategoryName(first, second),
  }
  const name = names[member] ?? <Value member={member} value={first} />
  if (rest.length > keys.length) {
    return (
      <>
        {name}, {labelIn(labels, part)}: {replaced}
      </>
    )
  }
  if (isNothing(to)) return <del>Removed: {name}</del>
  return (
    <>
      <ins>Added: {name}</ins>
      {isRecord(to) && <Value member={member} value={detailsOf(to)} labels={labels} />}
    </>
  )
}

const inName = new Set(['label', 'typeCode', 'categoryCode'])

/** Without what the name of the element says. */
function detailsOf(element: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(element).filter(([name]) => !inName.has(name)))
}
