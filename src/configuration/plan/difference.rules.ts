import { isDeepStrictEqual } from 'node:util'
import type { ElementKey, Elements, ListName, Values } from '../stored/state.ts'

/** A difference of an item. The keys of groups and persons get their names when it is shown (`shown`). */
export interface Difference {
  path: readonly ElementKey[]
  from: unknown
  to: unknown
}

/** The elements of a list that are inserted, updated and deleted. */
export interface ListDelta {
  before: Elements
  after: Elements
  added: ElementKey[]
  changed: ElementKey[]
  removed: ElementKey[]
}

/** The values that differ. A new item has no values before. */
export function differencesOfValues(before: Values, after: Values): Difference[] {
  return Object.entries(after).flatMap(([name, to]) => {
    const from = before[name] ?? null
    return from === to || isDeepStrictEqual(from, to) ? [] : [{ path: [name], from, to }]
  })
}

export function deltaOf(before: Elements, after: Elements): ListDelta {
  const delta: ListDelta = { before, after, added: [], changed: [], removed: [] }
  for (const [key, element] of after) {
    if (!before.has(key)) delta.added.push(key)
    else if (!isDeepStrictEqual(before.get(key), element)) delta.changed.push(key)
  }
  for (const key of before.keys()) if (!after.has(key)) delta.removed.push(key)
  return delta
}

export function isEmpty({ added, changed, removed }: ListDelta): boolean {
  return added.length + changed.length + removed.length === 0
}

/** The elements of a list that differ. An element that is a mere name is shown as that name. */
export function differencesOfList(name: ListName, delta: ListDelta): Difference[] {
  const { before, after, added, changed, removed } = delta
  const whole = (key: ElementKey, elements: Elements) => {
    const element = elements.get(key)
    return element === true ? key : withoutPosition(element as Values)
  }
  return [
    ...removed.map((key) => ({ path: [name, key], from: whole(key, before), to: null })),
    ...changed.flatMap((key) =>
      differencesOfValues(withoutPosition(before.get(key) as Values), withoutPosition(after.get(key) as Values)).map(
        ({ path, ...values }) => ({ path: [name, key, ...path], ...values }),
      ),
    ),
    ...added.map((key) => ({ path: [name, key], from: null, to: whole(key, after) })),
    ...(name === 'fields' ? differenceOfOrder(delta) : []),
  ]
}

function withoutPosition({ position: _position, ...values }: Values): Values {
  return values
}

/** The order, unless elements were only appended or removed. */
function differenceOfOrder({ before, after, added }: ListDelta): Difference[] {
  const to = [...after.keys()]
  const expected = [...[...before.keys()].filter((key) => after.has(key)), ...added]
  return isDeepStrictEqual(to, expected) ? [] : [{ path: ['fields'], from: [...before.keys()], to }]
}
