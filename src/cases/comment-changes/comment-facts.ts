import type { RowOfBatched } from '../../database/statements/batched.ts'
import { leftJoined } from '../../database/statements/columns.ts'
import { factsOfCase } from '../case-facts.ts'

/**
 * A case and one of its comments, which is identified by the version of the case that added it, and its position in that
 * version. The comment is null if it does not exist or was removed.
 */
export const commentFacts = factsOfCase({
  keys: { version: 'int', position: 'int' },
  columns: {
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
    /** The latest of the other comments. */
    other: leftJoined({ otherVersion: 'int', otherAuthorId: 'bigint | null' }),
  },
  select: `,
  m.version as comment_version, m.position as comment_position, m.text as comment_text, m.internal as comment_internal,
  coalesce(m.imported_author_id, e.actor_id) as author_id, d.actor_id as editor_id,
  coalesce(m.imported_at, e.at) > statement_timestamp() - interval '15 minutes' as is_recent,
  o.version as other_version, o.author_id as other_author_id`,
  joins: `
left join case_comments m on m.case_id = c.id and m.version = k.version and m.position = k.position
  and m.removed_version is null
left join case_events e on e.case_id = m.case_id and e.version = m.version
left join lateral (
  select other.version, coalesce(other.imported_author_id, added.actor_id) as author_id
  from case_comments other
  join case_events added on added.case_id = other.case_id and added.version = other.version
  where other.case_id = c.id and other.removed_version is null and (other.version, other.position) <> (k.version, k.position)
  order by other.version desc, other.position desc
  limit 1
) o on true
left join case_events d on d.case_id = m.case_id and d.version = m.edited_version`,
})

export type CommentFacts = RowOfBatched<typeof commentFacts>
export type StoredComment = NonNullable<CommentFacts['comment']>
