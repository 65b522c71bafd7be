import { shownValue } from './shown-value'

interface Change {
  path: readonly string[]
  from?: unknown
  to?: unknown
}

interface Properties {
  changes: readonly Change[]
  /** By the names of the members. */
  labels?: Record<string, string>
}

/** What a change replaces, and with what. */
export function ChangeList({ changes, labels = {} }: Properties) {
  return (
    <dl className="values">
      {changes.map(({ path, from, to }) => {
        const [first = '', ...rest] = path
        const isEntry = rest.length === 1 && (isMissing(from) || isMissing(to))
        return (
          <div key={path.join('.')}>
            <dt>{[labels[first] ?? first, ...(isEntry ? [] : rest)].join(' › ')}</dt>
            <dd>
              {!isMissing(from) && <del>{isEntry ? shownEntry(rest, from) : shownValue(from)}</del>}{' '}
              {(!isMissing(to) || !isEntry) && <ins>{isEntry ? shownEntry(rest, to) : shownValue(to)}</ins>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined
}

/** An entry of a list, by its key. Mere names are their own keys. */
function shownEntry([key = '']: readonly string[], value: unknown): string {
  return typeof value === 'object' ? `${key} ${shownValue(value)}` : shownValue(value)
}
