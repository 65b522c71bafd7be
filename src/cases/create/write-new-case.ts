import type { Viewer } from '../../auth/viewer.ts'
import { batched } from '../../database/batched.ts'
import { unerasedPersons } from '../../people/unerased-persons.ts'
import type { CaseData } from '../case.entity.ts'
import { creationTime } from '../change/change-time.ts'
import type { NewComment } from '../comments/comment.rules.ts'
import type { KeyedRequest } from '../change/idempotency.ts'
import { changed } from '../change/write-change.ts'

export interface NewCase {
  typeCode: string
  categoryCode: string
  status: string
  resolution: string
  caseData: CaseData
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
    ordinal int, type_code text, category_code text, status text, resolution text, case_data jsonb, party_id bigint,
    group_id bigint, actor_id bigint, touchpoint_code text, changes jsonb, comments jsonb, token_hash text, key text,
    request_hash text, visible boolean, person_ids bigint[])
  where s.person_ids <@ array(select id from named)
), keyed as (
  insert into idempotency_keys (token_hash, key, request_hash, case_id, version, visible, created_at)
  select decode(token_hash, 'hex'), key, decode(request_hash, 'hex'), id, 1, visible, statement_timestamp()
  from sent
  where key is not null
  order by token_hash, key
  on conflict do nothing
  returning case_id
), accepted as (
  select * from sent where key is null or id in (select case_id from keyed)
), created as (
  insert into cases (
    id, version, type_code, category_code, status, resolution, case_data, party_id, group_id, created_at, updated_at)
  select id, 1, type_code, category_code, status, resolution, case_data, party_id, group_id, ${creationTime},
    ${creationTime}
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

function recordOf({ viewer, newCase, keyed }: CaseToWrite, index: number) {
  return {
    ordinal: index + 1,
    type_code: newCase.typeCode,
    category_code: newCase.categoryCode,
    status: newCase.status,
    resolution: newCase.resolution,
    case_data: newCase.caseData,
    party_id: newCase.partyId,
    group_id: newCase.groupId,
    actor_id: viewer.personId,
    touchpoint_code: viewer.touchpointCode,
    changes: initialValues(newCase),
    comments: newCase.comments,
    visible: newCase.visible,
    person_ids: newCase.partyId === null ? [viewer.personId] : [...new Set([viewer.personId, newCase.partyId])],
    ...(keyed && { token_hash: keyed.tokenHash, key: keyed.key, request_hash: keyed.requestHash }),
  }
}

function initialValues({ categoryCode, typeCode, status, resolution, caseData, groupName }: NewCase) {
  return [
    ...Object.entries({ categoryCode, typeCode, status, resolution }).flatMap(([name, to]) =>
      changed([name], null, to),
    ),
    ...Object.entries(caseData).flatMap(([name, to]) => changed(['caseData', name], null, to)),
    ...changed(['group'], null, groupName),
  ]
}
