import { batched } from '../../database/batched.ts'
import { columns, leftJoined, type RowOf } from '../../database/columns.ts'
import { caseFactsColumns, type CaseKey, caseKeyParameters, factsQuery } from '../case-facts.ts'

const commentFactsColumns = columns({
  ...caseFactsColumns,
  comment: leftJoined({
    commentVersion: 'int',
    commentPosition: 'smallint',
    commentText: 'text',
    commentInternal: 'boolean',
    authorId: 'bigint',
    /** Who wrote the text, if it was edited. */
    editorId: 'bigint | null',
    /** Whether it was added within the last 15 minutes. */
    isRecent: 'boolean',
  }),
})

/** A case and one of its comments. The comment is null if it does not exist or was removed. */
export type CommentFacts = RowOf<typeof commentFactsColumns>
export type StoredComment = NonNullable<CommentFacts['comment']>

/** A comment is identified by the version of the case that added it, and its position in that version. */
export interface CommentKey extends CaseKey {
  version: number
  position: number
}

const commentQuery = factsQuery({
  keys: { version: 'int', position: 'int' },
  select: `,
  m.version as comment_version, m.position as comment_position, m.text as comment_text, m.internal as comment_internal,
  coalesce(m.imported_author_id, e.actor_id) as author_id, d.actor_id as editor_id,
  coalesce(m.imported_at, e.at) > statement_timestamp() - interval '15 minutes' as is_recent`,
  joins: `
left join case_comments m on m.case_id = c.id and m.version = k.version and m.position = k.position
  and m.removed_version is null
left join case_events e on e.case_id = m.case_id and e.version = m.version
left join case_events d on d.case_id = m.case_id and d.version = m.edited_version`,
})

/** Loads a case and one of its comments. No row if the token does not belong to a valid session. */
export const commentFacts = batched(commentQuery, commentFactsColumns, (keys: readonly CommentKey[]) => [
  ...caseKeyParameters(keys),
  keys.map(({ version }) => version),
  keys.map(({ position }) => position),
])
