import type { GraphQLResolveInfo } from 'graphql'
import type { PlannedField, Values } from './field.ts'

export type Key = string | number
type Path = GraphQLResolveInfo['path']

/** An object or a list of the result that is being completed. A position is a key of a place. */
export interface Place {
  /** Undefined if the place is the result itself. */
  parent: Place | undefined
  key: Key
  field: PlannedField | undefined
  isNullable: boolean
  /** Whether an error has made it null. */
  isNulled: boolean
  result: Record<Key, unknown>
  path: Path | undefined
}

export function rootPlace(result: Values): Place {
  return { parent: undefined, key: '', field: undefined, isNullable: true, isNulled: false, result, path: undefined }
}

export function placeOf(parent: Place, key: Key, field: PlannedField, result: Place['result']): Place {
  return { parent, key, field, isNullable: field.isNullable, isNulled: false, result, path: undefined }
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

/** The path of a place; undefined for the root. */
export function pathOf(place: Place): Path | undefined {
  const { parent, key, field } = place
  if (!parent) return undefined
  place.path ??= { prev: pathOf(parent), key, typename: typeof key === 'string' ? field?.parentType.name : undefined }
  return place.path
}
