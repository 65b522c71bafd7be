import type { RequestContext } from '../../context.ts'
import { isAuthorised, isMember } from '../../auth/operator-relations.ts'
import { batchedBy, type Loader } from '../../database/statements/batched.ts'
import { columns, type RowOf, typed } from '../../database/statements/columns.ts'
import { statement } from '../../database/statements/statement.ts'
import { removal } from '../../database/expired-rows.ts'
import type { Problem } from '../../errors/problems.ts'
import { recordOutcome } from '../../mutation/record-outcome.ts'
import type { Person } from '../../people/people.ts'
import { requireViewingLogin } from '../../viewer/login.errors.ts'
import {
  canSeeInternal,
  requireCredentials,
  requireViewer,
  type Viewer,
  viewerColumns,
  viewerSelect,
} from '../../viewer/viewer.ts'
import { parseCaseId } from '../case-facts.ts'
import { invalidCaseId } from '../change/change-case.ts'

/** An operator who is viewing a case, or writing in it. */
export interface CasePresence {
  person: Person
  writes: boolean
}

export interface NoteCasePresenceInput {
  caseInstanceId: string
  writes?: boolean | null | undefined
}

const isOver = (presence: string) => `${presence}.noted_at < statement_timestamp() - interval '15 seconds'`

/** How many cases an operator is shown on at a time. */
const maximumCases = 20

/** The rule of permission.rules.ts for operators, for a viewer `v` and a case `c`: here, one statement identifies, judges and writes. */
const mayModify = `(
    c.assignee_id = v.person_id or ${isMember('v.person_id', 'c.group_id')} or ${isAuthorised('v.person_id', 'c.type_code')}
    or exists (
      select from touchpoint_grants t
      where t.touchpoint_code = v.touchpoint_code and t.type_code = c.type_code and t.category_code = c.category_code
        and t.modify_cases
    ))`

const othersOf = (caseId: string, personId: string) => `
    select p.person_id, o.firstname, o.email, p.writes
    from case_presences p
    join persons o on o.id = p.person_id
    where p.case_id = ${caseId} and p.person_id <> ${personId} and not ${isOver('p')}
    order by o.firstname, o.id`

const otherColumns = columns({ id: 'bigint', firstname: 'text', email: 'text', writes: 'boolean' })
type OtherRow = RowOf<typeof otherColumns>

/** $1: the hash of the token, $2: the touchpoint, $3: the case, $4: whether the caller writes. The case is null if the caller may not modify it. */
const notePresence = statement(
  `
with shown as materialized (
  select ${viewerSelect}, c.id as case_id
  from live_sessions v
  left join cases c on c.id = $3::bigint and v.login = 'OPERATOR' and ${mayModify}
  where v.token_hash = decode($1, 'hex') and v.touchpoint_code = $2::text
), noted as (
  insert into case_presences (case_id, person_id, writes, noted_at)
  select case_id, person_id, $4::boolean, statement_timestamp()
  from shown
  where case_id is not null and ${maximumCases} > (
    select count(*) from case_presences p
    where p.person_id = shown.person_id and p.case_id <> shown.case_id and not ${isOver('p')}
  )
  on conflict (case_id, person_id) do update set writes = excluded.writes, noted_at = excluded.noted_at
)
select shown.*, (
  select coalesce(json_agg(json_build_object('id', o.person_id, 'firstname', o.firstname, 'email', o.email, 'writes', o.writes)), '[]')
  from (${othersOf('shown.case_id', 'shown.person_id')}) o
) as others
from shown`,
  columns({ viewer: viewerColumns, caseId: 'bigint | null', others: typed<OtherRow[]>('json') }),
)

const presenceOf = ({ writes, ...person }: OtherRow): CasePresence => ({
  person: { ...person, login: 'OPERATOR' },
  writes,
})

/** Reports that the caller is viewing a case, or writing in it, for the next 15 seconds. Returns the others who are. Login: operator. */
export async function noteCasePresence(
  context: RequestContext,
  { caseInstanceId, writes }: NoteCasePresenceInput,
): Promise<{ problems: Problem<'invalidId'>[] } | { viewer: Viewer; others: CasePresence[] }> {
  const { tokenHash, touchpoint } = requireCredentials(context)
  const values = [tokenHash, touchpoint, parseCaseId(caseInstanceId), writes ?? false]
  const [row] = await context.services.database.run(notePresence, values)
  const { viewer, caseId, others } = requireViewer(context, row)
  requireViewingLogin(viewer)
  if (caseId === null) return recordOutcome(context, {}, { problems: [invalidCaseId] })
  return { viewer, others: others.map(presenceOf) }
}

const presences = batchedBy(
  { caseId: 'bigint', personId: 'bigint' },
  (keys) => `
select k.ordinal::int, o.person_id as id, o.firstname, o.email, o.writes
from ${keys}
cross join lateral (${othersOf('k.case_id', 'k.person_id')}) o`,
  otherColumns,
)

/** The other operators who look at a case now. */
export async function presencesOf(db: Loader, viewer: Viewer, caseId: number): Promise<CasePresence[]> {
  if (!canSeeInternal(viewer)) return []
  return (await db.loadAll(presences, { caseId, personId: viewer.personId })).map(presenceOf)
}

export const expiredPresences = removal('case_presences', isOver('case_presences'), 'noted_at')
