import type { AuditedValue } from '../../audit/audit-event.entity.ts'
import type { Difference } from '../plan/difference.rules.ts'
import type { Effect } from '../plan/effects.rules.ts'
import type { Item, Section } from '../items/items.rules.ts'
import type { ElementKey, Ref } from '../stored/state.ts'

/** The value as callers and audit events see it. A person is shown by ID, so that the erasure of the person need not change it. */
export function shown({ path, from, to }: Difference): AuditedValue {
  return { path: path.flatMap(pathOf), from: valueOf(from), to: valueOf(to) }
}

/** The key of a type category becomes its two codes. */
function pathOf(key: ElementKey): string[] {
  return typeof key === 'string' ? key.split('\0') : [nameOf(key)]
}

function valueOf(value: unknown): unknown {
  return isRef(value) ? nameOf(value) : value
}

/** The address of a new person appears only in the answer to a dry run: there is no ID. */
function nameOf({ kind, id, name }: Ref): string {
  return kind === 'person' && id !== null ? `person:${id}` : name
}

function isRef(value: unknown): value is Ref {
  return typeof value === 'object' && value !== null && 'kind' in value && 'id' in value && 'name' in value
}

const kinds: Record<Exclude<Section, 'groups' | 'persons'>, string> = {
  categories: 'category',
  types: 'type',
  typeCategories: 'typeCategory',
  statuses: 'status',
  resolutions: 'resolution',
  touchpoints: 'touchpoint',
}

/** The target of an audit event, such as `status:Open`, `typeCategory:REFUND/BILLING`, `group:3` or `person:7`. */
export function targetOf({ section, key }: Pick<Item, 'section' | 'key'>, ref: Ref | undefined): string {
  if (section === 'groups') return `group:${ref?.id}`
  if (section === 'persons') return `person:${ref?.id}`
  return `${kinds[section]}:${key.replace('\0', '/')}`
}

export function targetOfEffect(effect: Effect): string {
  return 'key' in effect ? targetOf(effect, undefined) : targetOf({ section: effect.section, key: '' }, effect.ref)
}
