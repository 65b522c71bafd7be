import { caseValueNames, caseValues } from '../../cases/values/case-values.ts'
import { columnOf } from '../../database/statements/entity-columns.ts'

/** An RFC 3339 date and time in UTC. It has a fraction of a second only if the fraction is not zero. */
function dateTime(column: string): string {
  return `(to_json(${column} at time zone 'UTC') #>> '{}') || 'Z'`
}

/** The kind of a person, if persons of different kinds have the same email address. Else null. */
const loginOf = (person: string) => `case when exists (
              select from persons other
              where other.kind in ('CONSUMER', 'OPERATOR', 'PARTY')
                and other.kind <> ${person}.kind
                and other.email_key = ${person}.email_key
            ) then ${person}.kind end`

const valueOf = (column: 'email' | 'kind', id: string) => `(select ${column} from persons where id = ${id})`

const files = `(
            select json_agg(
              json_build_object('id', a.id, 'name', a.name, 'size', a.size, 'sha256', a.sha256, 'createdAt', ${dateTime('a.created_at')})
              order by a.number
            )
            from attachments a
            where a.case_id = m.case_id and a.version = m.version and a.position = m.position and m.attachments > 0)`

// Imported comments carry their own author, touchpoint and time. All others have those of their event. Persons are
// looked up in subqueries, because without statistics, as in the embedded store, PostgreSQL plans a join that reads all
// persons for each case.
const comments = (attachments: string) => `
      select json_agg(
        (
          select json_build_object(
            'text', m.text,
            'authorEmail', author.email,
            'authorLogin', ${loginOf('author')},
            'createdAt', ${dateTime('coalesce(m.imported_at, e.at)')},
            'internal', nullif(m.internal, false),
            'touchpointCode', coalesce(m.imported_touchpoint_code, e.touchpoint_code)${attachments}
          )
          from persons author
          where author.id = coalesce(m.imported_author_id, e.actor_id)
        )
        order by m.version, m.position
      )
      from case_comments m
      join case_events e on e.case_id = m.case_id and e.version = m.version
      where m.case_id = c.id and m.removed_version is null`

// With the kind of each person, because another person may have the same address when the file is imported.
const commentsOfHistory = (attachments: string) => `
      select json_agg(
        json_build_object(
          'version', m.version, 'position', m.position, 'text', nullif(m.text, ''), 'internal', nullif(m.internal, false),
          'authorEmail', ${valueOf('email', 'm.imported_author_id')},
          'authorLogin', ${valueOf('kind', 'm.imported_author_id')},
          'createdAt', ${dateTime('m.imported_at')}, 'touchpointCode', m.imported_touchpoint_code,
          'editedVersion', m.edited_version, 'removedVersion', m.removed_version${attachments}
        )
        order by m.version, m.position
      )
      from case_comments m
      where m.case_id = c.id`

const values = caseValueNames
  .map((name) => {
    const byDefault = caseValues[name].default
    const column = columnOf('c', name)
    if (byDefault == null) return `'${name}', ${column}`
    return `'${name}', nullif(${column}, '${typeof byDefault === 'string' ? byDefault : '{}'}')`
  })
  .join(', ')

const history = `
      select json_agg(
        json_build_object(
          'version', e.version, 'kind', e.kind, 'at', ${dateTime('e.at')},
          'actorEmail', ${valueOf('email', 'e.actor_id')},
          'actorLogin', ${valueOf('kind', 'e.actor_id')},
          'touchpointCode', e.touchpoint_code, 'internal', nullif(e.internal, false),
          'changes', nullif(e.changes, '[]')
        )
        order by e.version
      )
      from case_events e
      where e.case_id = c.id`

const links = `
      select json_agg(
        json_build_object('caseId', l.other_id, 'kind', l.kind, 'createdAt', ${dateTime('l.created_at')}) order by l.other_id
      )
      from case_links l
      where l.case_id = c.id`

const merge = `
      select json_build_object(
        'intoCaseId', c.merged_into_id, 'directCaseId', nullif(m.direct_id, c.merged_into_id), 'mergedAt', ${dateTime('m.merged_at')}
      )
      from case_merges m
      where m.case_id = c.id and c.merged_into_id is not null`

/**
 * The query for cases `c` of an export file in the column `item`. `rest`: conditions and the order. With the history, an
 * item has all events and comments, including removed ones. Without attachments, comments that have only files are left out.
 */
export function casesQuery(
  rest: string,
  { withHistory, withAttachments = true }: { withHistory: boolean; withAttachments?: boolean },
): string {
  const attachments = withAttachments ? `,\n            'attachments', ${files}` : ''
  const lists = withHistory
    ? { comments: commentsOfHistory(attachments), history }
    : { comments: comments(attachments) + (withAttachments ? '' : ` and m.text <> ''`) }
  return `
  select json_build_object(
    'id', c.id,
    'partyEmail', ${valueOf('email', 'c.party_id')},
    ${values},
    'assigneeEmail', ${valueOf('email', 'c.assignee_id')},
    'groupName', (select name from operator_groups where id = c.group_id),
    'version', nullif(c.version, 1),
    'createdAt', ${dateTime('c.created_at')}, 'updatedAt', ${dateTime('c.updated_at')},
    'caseData', nullif(c.case_data, '{}'),
    'links', (${links}
    ), 'merge', (${merge}
    ),
    ${Object.entries(lists)
      .map(([name, list]) => `'${name}', (${list}\n    )`)
      .join(',\n    ')}
  ) as item
  from cases c
  ${rest}`
}
