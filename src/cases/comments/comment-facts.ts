import { paddedArray } from '../../database/padded-array.ts'
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

/** Loads a case and one of its comments. No row if the token does not belong to a valid session. */
export const commentFacts = batched(
  factsQuery({
    keys: { version: 'int', position: 'int' },
    tables: `m as materialized (
  select m.case_id, m.version, m.position, m.text, m.internal,
    coalesce(m.imported_author_id, e.actor_id) as author_id,
    coalesce(m.imported_at, e.at) > statement_timestamp() - interval '15 minutes' as is_recent
  from case_comments m
  join case_events e on e.case_id = m.case_id and e.version = m.version
  where m.case_id = any($2::bigint[]) and m.version = any($4::int[]) and m.position = any($5::int[])
    and m.removed_version is null
), `,
    select: `,
    m.version as comment_version, m.position as comment_position, m.text as comment_text,
    m.internal as comment_internal, m.author_id, m.is_recent`,
    joins: `
  left join m on m.case_id = c.id and m.version = k.version and m.position = k.position`,
  }),
  commentFactsColumns,
  (keys: readonly CommentKey[]) => {
    const [versions, positions] = [keys.map(({ version }) => version), keys.map(({ position }) => position)]
    return [...caseKeyParameters(keys), paddedArray(versions, versions[0]), paddedArray(positions, positions[0])]
  },
)
