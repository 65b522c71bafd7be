import { typed } from '../../database/columns.ts'
import { type Queryable, type Statement, statement } from '../../database/statement.ts'
import { loadGroups } from '../../people/people.ts'
import type { ExportItem } from '../file-chunks.ts'

/** An RFC 3339 date and time in UTC. It has a fraction of a second only if the fraction is not zero. */
function dateTime(column: string): string {
  return `(to_json(${column} at time zone 'UTC') #>> '{}') || 'Z'`
}

// Imported comments carry their own author, touchpoint and time. All others have those of their event.
const comments = `
      select json_agg(
        json_build_object(
          'text', m.text,
          'authorEmail', coalesce(m.imported_author_id, e.actor_id),
          'authorLogin', coalesce(m.imported_author_id, e.actor_id),
          'createdAt', ${dateTime('coalesce(m.imported_at, e.at)')},
          'internal', nullif(m.internal, false),
          'touchpointCode', coalesce(m.imported_touchpoint_code, e.touchpoint_code)
        )
        order by m.version, m.position
      )
      from case_comments m
      join case_events e on e.case_id = m.case_id and e.version = m.version
      where m.case_id = c.id and m.removed_version is null`

const commentsOfHistory = `
      select json_agg(
        json_build_object(
          'version', m.version, 'position', m.position, 'text', nullif(m.text, ''), 'internal', nullif(m.internal, false),
          'authorEmail', m.imported_author_id,
          'authorLogin', m.imported_author_id,
          'createdAt', ${dateTime('m.imported_at')}, 'touchpointCode', m.imported_touchpoint_code,
          'editedVersion', m.edited_version, 'removedVersion', m.removed_version
        )
        order by m.version, m.position
      )
      from case_comments m
      where m.case_id = c.id`

const history = `
      select json_agg(
        json_build_object(
          'version', e.version, 'kind', e.kind, 'at', ${dateTime('e.at')},
          'actorEmail', e.actor_id,
          'actorLogin', e.actor_id,
          'touchpointCode', e.touchpoint_code, 'internal', nullif(e.internal, false),
          'changes', nullif(e.changes, '[]')
        )
        order by e.version
      )
      from case_events e
      where e.case_id = c.id`

// A distributed database reads each case with its comments and events from one server, in one snapshot. The people and
// the groups are on another one, so the members for names hold IDs at first.
function casesStatement(lists: string): Statement<{ item: ExportItem }> {
  return statement(
    `
  select json_strip_nulls(json_build_object(
    'id', c.id,
    'partyEmail', c.party_id,
    'typeCode', c.type_code, 'categoryCode', c.category_code,
    'status', c.status, 'resolution', c.resolution,
    'assigneeEmail', c.assignee_id,
    'groupName', c.group_id,
    'version', nullif(c.version, 1),
    'createdAt', ${dateTime('c.created_at')}, 'updatedAt', ${dateTime('c.updated_at')},
    'caseData', nullif(c.case_data, '{}'),
    ${lists}
  )) as item
  from cases c
  where c.id = any($1::bigint[])
  order by array_position($1::bigint[], c.id)`,
    { item: typed<ExportItem>('json') },
  )
}

const casesWithComments = casesStatement(`'comments', (${comments}
    )`)

const casesWithHistory = casesStatement(`'comments', (${commentsOfHistory}
    ),
    'history', (${history}
    )`)

const personsById = statement(
  `
select p.id, p.email, p.kind,
  exists (
    select from persons other
    where other.kind in ('CONSUMER', 'OPERATOR', 'PARTY') and other.kind <> p.kind and other.email_key = p.email_key
  ) as shares_email
from persons p
where p.id = any($1::bigint[])`,
  { id: 'bigint', email: 'text', kind: 'text', sharesEmail: 'boolean' },
)

/**
 * The cases as items of an import file, in the order of `ids`. Cases that do not exist are left out. With the history,
 * an item has all events and comments, including removed ones.
 */
export async function readCases(
  database: Queryable,
  ids: readonly number[],
  { withHistory }: { withHistory: boolean },
): Promise<ExportItem[]> {
  const rows = await database.run(withHistory ? casesWithHistory : casesWithComments, [ids])
  const items = rows.map(({ item }) => item)
  await nameGroups(database, items)
  await namePersons(database, items, { withHistory })
  return items
}

async function nameGroups(database: Queryable, items: readonly ExportItem[]): Promise<void> {
  const assigned = items.filter(({ groupName }) => groupName !== undefined)
  if (assigned.length === 0) return
  const groups = await loadGroups(database, [...new Set(assigned.map(({ groupName }) => groupName as number))])
  const names = new Map<unknown, string>(groups.map(({ id, name }) => [id, name]))
  for (const item of assigned) item['groupName'] = names.get(item['groupName'])
}

/** With the history, always with the kind: another person may have the same address when the file is imported. */
async function namePersons(
  database: Queryable,
  items: readonly ExportItem[],
  { withHistory }: { withHistory: boolean },
): Promise<void> {
  const members = items.flatMap(personMembers).filter(({ of, email }) => of[email] !== undefined)
  const persons = await database.run(personsById, [[...new Set(members.map(({ of, email }) => of[email]))]])
  const byId = new Map<unknown, (typeof persons)[number]>(persons.map((person) => [person.id, person]))
  for (const { of, email, login } of members) {
    const person = byId.get(of[email])
    of[email] = person?.email
    if (login) of[login] = withHistory || person?.sharesEmail ? person?.kind : undefined
  }
}

/** A member with the ID of a person. `login` is the name of the member for the kind of the person. */
interface PersonMember {
  of: ExportItem
  email: string
  login?: string
}

function personMembers(item: ExportItem): PersonMember[] {
  const { comments = [], history = [] } = item as { comments?: ExportItem[]; history?: ExportItem[] }
  return [
    { of: item, email: 'partyEmail' },
    { of: item, email: 'assigneeEmail' },
    ...comments.map((of) => ({ of, email: 'authorEmail', login: 'authorLogin' })),
    ...history.map((of) => ({ of, email: 'actorEmail', login: 'actorLogin' })),
  ]
}
