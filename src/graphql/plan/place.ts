import type { PlannedField } from './field.ts'

export type Key = string | number

/** An object or a list of the result that is being completed. A position is a key of a place. */
export interface Place {
  /** Undefined if the place is the result itself. */
  parent: Place | undefined
  key: Key
  isNullable: boolean
  /** Whether an error has made it null. */
  isNulled: boolean
  result: Record<Key, unknown>
}

export function placeOf(parent: Place, key: Key, { isNullable }: PlannedField, result: Place['result']): Place {
  return { parent, key, isNullable, isNulled: false, result }
}

/** The keys from the root to a position. */
export function keysOf(place: Place, key: Key): Key[] {
  const keys = [key]
  for (let each = place; each.parent; each = each.parent) keys.push(each.key)
  return keys.reverse()
}

/** Whether a place or one above it is null because of an error. */
export function isDropped(place: Place | undefined): boolean {
  return place !== undefined && (place.isNulled || isDropped(place.parent))
}

/** The nearest place that can be null, starting from the given one. */
export function nullableAbove(place: Place): Place {
  return place.isNullable || !place.parent ? place : nullableAbove(place.parent)
}
