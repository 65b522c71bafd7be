import { checkImportedData } from '../../cases/case-data.rules.ts'
import { caseValueColumns, recorder } from '../../cases/case-columns.ts'
import { initialValues } from '../../cases/case-values.ts'
import { personKey } from '../../configuration/items/items.rules.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import type { Item } from '../format/import-format.ts'
import type { FieldsOf } from './check-cases.ts'
import { authorKey, type PeopleIds } from './people-of-cases.ts'

type Row = Record<string, unknown>

const valuesOf = recorder(caseValueColumns)

/** When the case was created and changed. `now` is the time of the import. */
function timesOf({ createdAt, updatedAt, history }: Item<'cases'>, now: string) {
  const changed = history?.at(-1)?.at ?? updatedAt
  return { created_at: createdAt ?? changed ?? now, updated_at: changed ?? createdAt ?? now }
}

export function caseRow(item: Item<'cases'>, fieldsOf: FieldsOf, { persons, groups }: PeopleIds, now: string): Row {
  return {
    id: item.id,
    version: item.version ?? 1,
    ...valuesOf(initialValues(item)),
    case_data: storedCaseData(item, fieldsOf),
    party_id: item.partyEmail == null ? null : persons.get(personKey('PARTY', item.partyEmail))?.id,
    assignee_id: item.assigneeEmail == null ? null : persons.get(personKey('OPERATOR', item.assigneeEmail))?.id,
    group_id: item.groupName == null ? null : groups.get(item.groupName)?.id,
    ...timesOf(item, now),
  }
}

function storedCaseData({ caseData, outdatedCaseData, typeCode }: Item<'cases'>, fieldsOf: FieldsOf): unknown {
  if (caseData == null) return {}
  return outdatedCaseData ? caseData : checkImportedData(fieldsOf(typeCode) ?? [], caseData).data
}

/** The events of the case. Without a history it has one: the import. */
export function eventRows(item: Item<'cases'>, ids: PeopleIds, now: string): Row[] {
  if (!item.history) {
    const { updated_at: at } = timesOf(item, now)
    return [{ case_id: item.id, version: item.version ?? 1, kind: 'IMPORTED', at, changes: [], internal: false }]
  }
  return item.history.map((event) => ({
    case_id: item.id,
    version: event.version,
    kind: event.kind,
    actor_id: personId(event.actorEmail, event.actorLogin, item, ids),
    touchpoint_code: event.touchpointCode ?? null,
    at: event.at,
    // An export leaves out null.
    changes: (event.changes ?? []).map(({ path, from = null, to = null }) => ({ path, from, to })),
    internal: event.internal ?? false,
  }))
}

export function commentRows(item: Item<'cases'>, ids: PeopleIds, now: string): Row[] {
  return (item.comments ?? []).map((comment, index) => ({
    case_id: item.id,
    version: item.version ?? 1,
    position: index + 1,
    ...('version' in comment && {
      version: comment.version,
      position: comment.position,
      edited_version: comment.editedVersion ?? null,
      removed_version: comment.removedVersion ?? null,
    }),
    text: comment.text?.trim() ?? '',
    internal: comment.internal ?? false,
    ...(comment.authorEmail != null && {
      imported_author_id: personId(comment.authorEmail, comment.authorLogin, item, ids),
      imported_at: comment.createdAt ?? timesOf(item, now).created_at,
    }),
    imported_touchpoint_code: comment.touchpointCode ?? null,
  }))
}

function personId(
  email: string | null | undefined,
  login: LoginKind | null | undefined,
  item: Item<'cases'>,
  { persons }: PeopleIds,
): number | null | undefined {
  if (email == null) return null
  const key = authorKey(email, login, item, (key) => persons.has(key))
  return persons.get(key ?? '')?.id
}
