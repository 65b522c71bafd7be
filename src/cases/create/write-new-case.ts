import type { Viewer } from '../../auth/viewer.ts'
import { batched } from '../../database/batched.ts'
import { columnDefinitions, selectList } from '../../database/entity-columns.ts'
import { unerasedPersons } from '../../people/unerased-persons.ts'
import { newCaseColumns, recorder } from '../case-columns.ts'
import { changed, changedValues, type SettableValues } from '../case-values.ts'
import type { NewComment } from '../comments/comment.rules.ts'
import { keyColumns, storingKeys } from '../change/answer-once.ts'
import type { KeyedRequest } from '../change/keyed-request.ts'
import { creationTime } from '../change/write-change.ts'

export interface NewCase extends SettableValues {
  partyId: number | null
  groupId: number | null
  groupName: string | null
  comments: NewComment[]
  /** Whether its creator may see it. */
  visible: boolean
}

export interface CaseToWrite {
  viewer: Viewer
  newCase: NewCase
  keyed: KeyedRequest | null
}

/**
 * Writes cases, their events and comments, and the keys of the requests. Returns no row if another request with the key
 * came first, or if the caller or the party was erased. The ID is taken from the sequence first, so that the key can refer to it.
 */
export const newCases = batched(
  `
with named as materialized (
  ${unerasedPersons('$2::bigint[]')}
), sent as materialized (
  select s.*, nextval(pg_get_serial_sequence('cases', 'id')) as id
  from jsonb_to_recordset($1::jsonb) as s (
    ordinal int, ${columnDefinitions(newCaseColumns)}, actor_id bigint, touchpoint_code text, changes jsonb,
    comments jsonb, token_hash text, key text, request_hash text, visible boolean, person_ids bigint[])
  where s.person_ids <@ array(select id from named)
), keyed as (${storingKeys('sent', { case_id: 'id', version: '1', visible: 'visible' })}
  returning case_id
), accepted as (
  select * from sent where key is null or id in (select case_id from keyed)
), created as (
  insert into cases (id, version, ${selectList(null, newCaseColumns)}, created_at, updated_at)
  select id, 1, ${selectList(null, newCaseColumns)}, ${creationTime}, ${creationTime}
  from accepted
  returning id, created_at
), event as (
  insert into case_events (case_id, version, kind, actor_id, touchpoint_code, at, changes, internal)
  select id, 1, 'CREATED', actor_id, touchpoint_code, ${creationTime}, changes, false
  from accepted
), comments as (
  insert into case_comments (case_id, version, position, text, internal)
  select accepted.id, 1, c.position, c.text, c.internal
  from accepted,
    rows from (jsonb_to_recordset(accepted.comments) as (text text, internal boolean))
      with ordinality as c (text, internal, position)
)
select accepted.ordinal, created.id, created.created_at
from accepted join created on created.id = accepted.id`,
  { id: 'bigint', createdAt: 'timestamptz' },
  parametersOf,
  { writes: true, maxBatchSize: 32 },
)

function parametersOf(cases: readonly CaseToWrite[]): unknown[] {
  const records = cases.map(recordOf)
  return [JSON.stringify(records), records.flatMap((record) => record.person_ids)]
}

const valuesOf = recorder(newCaseColumns)

function recordOf({ viewer, newCase, keyed }: CaseToWrite, index: number) {
  return {
    ordinal: index + 1,
    ...valuesOf(newCase),
    actor_id: viewer.personId,
    touchpoint_code: viewer.touchpointCode,
    changes: [...changedValues(null, newCase), ...changed(['group'], null, newCase.groupName)],
    comments: newCase.comments,
    visible: newCase.visible,
    person_ids: newCase.partyId === null ? [viewer.personId] : [...new Set([viewer.personId, newCase.partyId])],
    ...keyColumns(keyed),
  }
}
