import { requireCredentials, requireViewer, type Viewer } from '../auth/viewer.ts'
import type { RequestContext } from '../context.ts'
import { statement } from '../database/statement.ts'
import { searchableText } from '../database/valid-text.ts'
import { type Problem, RequestError } from '../errors.ts'
import { phase } from '../observability/telemetry.ts'
import { type CaseRow, storedCaseColumns } from './case-facts.ts'
import { changeTime } from './change-time.ts'
import type { TakeNextCaseErrorCode } from './case.errors.ts'
import { firstOutcome, outcomeOf, untilAnswered } from './first-answer.ts'
import { keyedRequest } from './idempotency.ts'

export interface TakeNextCaseInput {
  groupName?: string | null | undefined
  idempotencyKey?: string | null | undefined
  /** Whether to return the case that is next and write nothing. */
  dryRun?: boolean | null | undefined
}

/** The case is null if no case is waiting. */
export type TakeNextResult = { problems: Problem<TakeNextCaseErrorCode>[] } | { viewer: Viewer; case: CaseRow | null }

const isWaiting = (group: string) => `c.group_id = ${group}
      and c.status = any(array(select name from case_statuses where not closed))
      and c.type_code = any(array(select type_code from operator_authorisations where operator_id = $1::bigint))`

// The oldest cases of each group are found through the index on (group_id, created_at, id). A case that was taken after
// the snapshot was made is checked again when it is locked, and is no longer waiting.
const next = (
  candidates: number | 'all',
  lock: '' | 'for no key update of c' | 'for no key update of c skip locked',
) => `
with next as materialized (
  select c.id, c.version, q.group_name
  from (
    select oldest.id, oldest.created_at, g.id as group_id, g.name as group_name
    from operator_group_members m
    join operator_groups g on g.id = m.group_id and g.active and g.name = coalesce($2, g.name)
    cross join lateral (
      select c.id, c.created_at
      from cases c
      where ${isWaiting('g.id')}
      order by c.created_at, c.id
      limit ${candidates}
    ) oldest
    where m.operator_id = $1::bigint
    order by oldest.created_at, oldest.id
    limit ${candidates}
  ) q
  join cases c on c.id = q.id
  where ${isWaiting('q.group_id')}
  order by q.created_at, q.id
  limit 1
  ${lock}
)`

const take = (next: string) =>
  statement(
    `${next}, keyed as (
  insert into idempotency_keys (token_hash, key, request_hash, case_id, version, created_at)
  select decode($5, 'hex'), $6, decode($7, 'hex'), id, version + 1, statement_timestamp()
  from next
  where $6::text is not null
  on conflict do nothing
  returning case_id
), taken as (
  update cases c
  set version = c.version + 1, assignee_id = $1::bigint, group_id = null, updated_at = ${changeTime('c')}
  from next
  where c.id = next.id and ($6::text is null or c.id in (select case_id from keyed))
  returning c.*, next.group_name
), event as (
  insert into case_events (case_id, version, kind, actor_id, touchpoint_code, at, changes)
  select id, version, 'ASSIGNED', $1::bigint, $3, updated_at, jsonb_build_array(
    jsonb_build_object('path', jsonb_build_array('assignee'), 'from', null, 'to', $4::text),
    jsonb_build_object('path', jsonb_build_array('group'), 'from', group_name, 'to', null))
  from taken
)
select id, version, type_code, category_code, status, resolution, case_data, party_id, assignee_id, group_id,
  created_at, updated_at
from taken`,
    storedCaseColumns,
    { writes: true },
  )

/** Passes over cases that other requests are changing. */
const takeNext = take(next(64, 'for no key update of c skip locked'))
/** Waits for other requests. If all candidates are being changed, some may stay in the queue. */
const takeLast = take(next('all', 'for no key update of c'))

const showNext = statement(
  `${next(1, '')}
select c.id, c.version + 1 as version, c.type_code, c.category_code, c.status, c.resolution, c.case_data, c.party_id,
  $1::bigint as assignee_id, null::bigint as group_id, c.created_at, statement_timestamp() as updated_at
from next join cases c on c.id = next.id`,
  storedCaseColumns,
)

/** Assigns the oldest open case of the group, or of any of the caller's groups, to the caller. Login: operator. */
export async function takeNextCase(context: RequestContext, input: TakeNextCaseInput): Promise<TakeNextResult> {
  const { tokenHash } = requireCredentials(context)
  const { telemetry, database } = context
  const keyed = keyedRequest(tokenHash, 'takeNextCase', input)
  // No group has a name that cannot be searched for.
  const groupName = input.groupName == null ? null : (searchableText(input.groupName) ?? '')

  /** Null if another request with the key came first. */
  async function attempt(): Promise<TakeNextResult | null> {
    const answered = keyed && (await firstOutcome<TakeNextCaseErrorCode>(context, keyed))
    if (answered) return answered
    const key = { tokenHash, groupName }
    const { viewer, isMember } = requireViewer(
      context,
      await phase(telemetry, 'load', () => context.takeNextFacts.load(key)),
    )
    if (viewer.login !== 'OPERATOR') throw new RequestError('FORBIDDEN', 'Taking a case requires login as operator.')
    if (!isMember && groupName !== null) return store({ problems: [invalidGroup] })
    const { personId, touchpointCode, email } = viewer
    const keyValues = keyed ? [keyed.tokenHash, keyed.key, keyed.requestHash] : [null, null, null]
    const values = [personId, groupName, touchpointCode, email, ...keyValues]
    const [taken] = input.dryRun
      ? await database.run(showNext, values.slice(0, 2))
      : await phase(telemetry, 'write', async () => {
          const [first] = await database.run(takeNext, values)
          return first ? [first] : database.run(takeLast, values)
        })
    if (!taken) return store({ viewer, case: null })
    return { viewer, case: { ...taken, viewerAuthorised: true, viewerInGroup: false } }
  }

  async function store(result: TakeNextResult): Promise<TakeNextResult | null> {
    return !keyed || (await context.idempotency.store(keyed, outcomeOf(result))) ? result : null
  }

  const result = await untilAnswered(telemetry, attempt)
  if (context.sessionWrites && !('problems' in result) && !input.dryRun) await context.sessionWrites.mark(tokenHash)
  return result
}

const invalidGroup = {
  code: 'invalidName' as const,
  message: 'groupName must be the name of an active group of the caller.',
  path: ['groupName'],
}
