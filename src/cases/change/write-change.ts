import type { Viewer } from '../../viewer/viewer.ts'
import type { RequestContext } from '../../context.ts'
import { batched, type Loader } from '../../database/statements/batched.ts'
import { columns } from '../../database/statements/columns.ts'
import { columnDefinitions, selectList } from '../../database/statements/entity-columns.ts'
import { LostRace } from '../../database/retry.ts'
import { phase } from '../../observability/telemetry.ts'
import { unerasedPersons } from '../../people/people.ts'
import type { CaseRow } from '../case-facts.ts'
import { changedColumns, recorder } from '../values/case-columns.ts'
import { deadlinesOf } from '../values/case-deadlines.rules.ts'
import { storingKeys } from '../../mutation/stored-answers.ts'
import { timeOfWrite } from './recorded-event.ts'
import { afterChange, type Change, customerWaits, latestCommentOf } from './change.ts'
import { aloneParts, type Merge, togetherParameters, togetherParts, withoutGuarded } from './change-together.ts'
import { storedCaseText } from './case-answer.ts'
import type { KeyedRequest } from '../../mutation/keyed-request.ts'
import { writingTerms } from '../values/searched-values.ts'
import { hasFreeAttachments, haveAttachments, lockingAttachments, removingAttachments } from './attachment-facts.ts'
import {
  isInternal,
  onePerCase,
  recordedColumns,
  recordedEdit,
  recordOf,
  recordParameters,
  writingEvents,
} from './recorded-event.ts'

/** A change that was decided on a version of its case. */
interface ChangeToWrite {
  keyed: KeyedRequest | null
  viewer: Viewer
  current: CaseRow
  change: Change
}

const writtenColumns = columns({ version: 'int', updatedAt: 'timestamptz' })

/** The stored answer of a change. Unique, because it contains the case. */
const answerOf = (row: string) =>
  storedCaseText({
    caseId: `${row}.id`,
    version: `${row}.version + 1`,
    customerWaitingSince: `${row}.customer_waiting_since`,
    deadlines: `${row}.deadlines`,
  })

const editColumns = 'edit_version int, edit_position smallint, edit_text text, edit_terms tsvector, '

/** Edits and removes comments of `changed`, and detaches the files of those that are removed. */
const editing = `, edited as (
  update case_comments m
  set text = coalesce(changed.edit_text, m.text),
    edited_version = case when changed.edit_text is null then m.edited_version else changed.version end,
    removed_version = case when changed.edit_text is null then changed.version end, terms = changed.edit_terms
  from changed
  where m.case_id = changed.id and m.version = changed.edit_version and m.position = changed.edit_position
)${removingAttachments('changed')}`

/**
 * Writes changes, in one transaction. Each is conditional on the version of its case: no row means that another change, or
 * another request with the key, came first or is in progress, or that a person whom the change names was erased.
 */
// It does not wait for the lock of a case, because several changes that wait would delay one another, and two processes
// could deadlock. It waits for keys that another statement is storing.
const changeWritesOf = ({ filesOrEdits = false, terms = false, together = false }) => {
  const parts = together ? togetherParts : aloneParts
  const { locked } = parts
  const isNew = (row: string) => `(${row}.key is null or ${answerOf(row)} in (select answer from keyed))`
  return batched(
    `
with ${filesOrEdits ? lockingAttachments : ''}named as materialized (
  ${unerasedPersons('$2::bigint[]')}
), locked as (
  select sent.*, ${timeOfWrite} as at,
    case when customer_waits then coalesce(c.customer_waiting_since, ${timeOfWrite}) end as customer_waiting_since
  from jsonb_to_recordset($1::jsonb) as sent (
    id bigint, version int, ${columnDefinitions(changedColumns)}, customer_waits boolean,
    decided_at timestamptz, ${filesOrEdits ? editColumns : ''}case_terms tsvector, ${recordedColumns}${parts.columns})
  join cases c on c.id = sent.id and c.version = sent.version
  where sent.person_ids <@ array(select id from named)${filesOrEdits ? ` and ${hasFreeAttachments}` : ''}
  for no key update of c skip locked
), ${parts.locking}keyed as (${storingKeys(locked, { answer: answerOf(locked) })}
  returning answer
), changed as (
  update cases c
  set version = c.version + 1, updated_at = s.at, customer_waiting_since = s.customer_waiting_since,
    (${selectList(null, changedColumns)}) = row(${selectList('s', changedColumns)})${parts.setting}
  from ${locked} s
  where c.id = s.id and ${parts.isWritten(isNew)}
  returning s.ordinal, c.id, c.version, c.updated_at, s.kind, s.actor_id, s.touchpoint_code, s.changes, s.comments,
    s.internal, s.case_terms${filesOrEdits ? ', s.edit_version, s.edit_position, s.edit_text, s.edit_terms' : ''}${parts.returning}
), ${writingEvents('changed', { attachments: filesOrEdits })}${filesOrEdits ? editing : ''}${terms ? writingTerms('changed') : ''}${parts.writing}
select ordinal, version, updated_at from changed${parts.where}`,
    writtenColumns,
    together ? togetherParametersOf : parametersOf,
    { maxBatchSize: 100, maxStatements: 1 },
  )
}

const changeWrites = changeWritesOf({})
/** For changes that add files, or that edit or remove a comment. */
const changeWritesWithFilesOrEdits = changeWritesOf({ filesOrEdits: true })
/** For changes of values that the case is found by. */
const changeWritesWithTerms = changeWritesOf({ terms: true })
const changeWritesWithBoth = changeWritesOf({ filesOrEdits: true, terms: true })
const changeWritesTogether = changeWritesOf({ together: true })

function writesOf({ comments, edit, caseTerms, together }: Change) {
  if (together) return changeWritesTogether
  const hasFilesOrEdit = haveAttachments(comments) || edit !== undefined
  if (caseTerms === undefined) return hasFilesOrEdit ? changeWritesWithFilesOrEdits : changeWrites
  return hasFilesOrEdit ? changeWritesWithBoth : changeWritesWithTerms
}

const valuesOf = recorder(changedColumns)

function recordOfChange({ viewer, current, keyed, change }: ChangeToWrite, index: number) {
  const { kind, values, changes, comments, edit, caseTerms, persons = [] } = change
  const { internal = isInternal(changes, comments), answered = current.answered, decided } = change
  return {
    id: current.id,
    version: current.version,
    ...valuesOf({
      ...values,
      ...latestCommentOf(viewer, current, change),
      answered,
      ...deadlinesOf(decided ?? current),
    }),
    ...(decided && { decided_at: decided.at }),
    ...(customerWaits(current, change) && { customer_waits: true }),
    ...(edit && recordedEdit(edit)),
    ...(caseTerms !== undefined && { case_terms: caseTerms }),
    ...recordOf({ viewer, kind, changes, comments, internal, persons, keyed }, index),
  }
}

function parametersOf(changes: readonly ChangeToWrite[]): unknown[] {
  return recordParameters(onePerCase(changes.map(recordOfChange)))
}

function togetherParametersOf(changes: readonly ChangeToWrite[]): unknown[] {
  const records = changes.flatMap((toWrite, index) => {
    const { viewer, change } = toWrite
    const { others = [], guards = [], merge } = change.together ?? {}
    const first = { ...recordOfChange(toWrite, index), ...mergeColumns(merge), size: 1 + others.length + guards.length }
    const ofOthers = others.map(({ case: current, changes: ofOther, merge: ofMerge }) => {
      const otherChange = { kind: change.kind, values: current, changes: ofOther, comments: [] }
      return {
        ...recordOfChange({ viewer, current, change: otherChange, keyed: null }, index),
        ...mergeColumns(ofMerge),
      }
    })
    return [first, ...ofOthers]
  })
  const togethers = changes.map(({ change }) => change.together)
  return [...recordParameters(withoutGuarded(onePerCase(records), togethers)), ...togetherParameters(togethers)]
}

const mergeColumns = (merge: Merge | undefined) =>
  merge && { merged_into_id: merge.mergedIntoId, direct_id: merge.directId }

/**
 * Writes the case, its event, its comments and the key of the request. Throws LostRace and writes nothing if the case has
 * another version, if another request with the key came first, or if a person whom the change names was erased.
 */
export async function writeChange(
  { telemetry, services }: RequestContext,
  db: Loader,
  { viewer, case: current }: { viewer: Viewer; case: CaseRow },
  change: Change,
  keyed: KeyedRequest | null,
): Promise<CaseRow> {
  const toWrite = { viewer, current, change, keyed }
  const written = await phase(telemetry, 'write', () => db.load(writesOf(change), toWrite))
  if (written) {
    services.feedRelay.noteCommit()
    return afterChange({ viewer, case: current }, change, written)
  }
  services.caseQueue.lostRaces++
  throw new LostRace()
}
