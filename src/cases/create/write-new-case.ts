import type { Viewer } from '../../viewer/viewer.ts'
import { batched } from '../../database/statements/batched.ts'
import { columnDefinitions, selectList } from '../../database/statements/entity-columns.ts'
import { unerasedPersons } from '../../people/people.ts'
import { newCaseColumns, recorder } from '../values/case-columns.ts'
import { changed, changedValues, type SettableValues } from '../values/case-values.ts'
import type { NewComment } from '../values/comment.rules.ts'
import { type DecidedDeadlines, noDeadlines } from '../values/case-deadlines.rules.ts'
import { latestCommentAfter, noComment } from '../values/comment-effects.rules.ts'
import { writingTerms } from '../values/searched-values.ts'
import { storingKeys } from '../../mutation/stored-answers.ts'
import { storedCaseText } from '../change/case-answer.ts'
import type { KeyedRequest } from '../../mutation/keyed-request.ts'
import { hasFreeAttachments, lockingAttachments, haveAttachments } from '../change/attachment-facts.ts'
import { recordedColumns, recordOf, recordParameters, writingEvents, timeOfCreation } from '../change/recorded-event.ts'
import type { Database } from '../../database/database.ts'
import { LostRace } from '../../database/retry.ts'
import { type NewPerson, registerPerson } from '../../auth/register-person.ts'

export interface NewCase extends SettableValues {
  partyId: number | null
  groupId: number | null
  groupName: string | null
  comments: NewComment[]
  /** Whether its creator may see it. */
  visible: boolean
  /** Whether somebody waits for an answer. */
  customerWaits: boolean
  /** Whether an operator has answered in public. */
  answered: boolean
  /** Undefined if no policy applies. */
  decided: DecidedDeadlines | undefined
}

interface CaseToWrite {
  viewer: Viewer
  newCase: NewCase
  keyed: KeyedRequest | null
  /** What the case is found by. */
  caseTerms: string
}

/** The stored answer of a creation. Unique, because it contains the case. */
const answer = storedCaseText({
  caseId: 'id',
  version: '1',
  customerWaitingSince: 'customer_waiting_since',
  deadlines: 'deadlines',
  visible: 'visible',
})

/**
 * Writes cases, their events and comments, and the keys of the requests. Returns no row if another request with the key
 * came first, or if the caller or the party was erased. The ID is taken from the sequence first, so that the key can refer to it.
 */
const newCasesOf = ({ attachments }: { attachments: boolean }) =>
  batched(
    `
with ${attachments ? lockingAttachments : ''}named as materialized (
  ${unerasedPersons('$2::bigint[]')}
), sent as materialized (
  select sent.*, nextval(pg_get_serial_sequence('cases', 'id')) as id, ${timeOfCreation} as updated_at,
    case when customer_waits then ${timeOfCreation} end as customer_waiting_since
  from jsonb_to_recordset($1::jsonb) as sent (
    ${columnDefinitions(newCaseColumns)}, visible boolean, customer_waits boolean, decided_at timestamptz,
    case_terms tsvector, ${recordedColumns})
  where sent.person_ids <@ array(select id from named)${attachments ? ` and ${hasFreeAttachments}` : ''}
), keyed as (${storingKeys('sent', { answer })}
  returning answer
), accepted as (
  select *, 1 as version
  from sent
  where key is null or ${answer} in (select answer from keyed)
), created as (
  insert into cases (id, version, ${selectList(null, newCaseColumns)}, customer_waiting_since, created_at, updated_at)
  select id, version, ${selectList(null, newCaseColumns)}, customer_waiting_since, updated_at, updated_at
  from accepted
  returning id, created_at
), ${writingEvents('accepted', { attachments })}${writingTerms('accepted')}
select accepted.ordinal, created.id, created.created_at
from accepted join created on created.id = accepted.id`,
    { id: 'bigint', createdAt: 'timestamptz' },
    parametersOf,
    { maxBatchSize: 32 },
  )

const newCases = newCasesOf({ attachments: false })
const newCasesWithAttachments = newCasesOf({ attachments: true })

const valuesOf = recorder(newCaseColumns)

function parametersOf(cases: readonly CaseToWrite[]): unknown[] {
  return recordParameters(
    cases.map(({ viewer, newCase, keyed, caseTerms }, index) => {
      const { comments, partyId, groupName, visible, customerWaits, decided } = newCase
      const changes = [...changedValues(null, newCase), ...changed(['group'], null, groupName)]
      const event = { kind: 'CREATED' as const, changes, comments, internal: false, persons: [partyId] }
      return {
        ...valuesOf({
          ...newCase,
          ...latestCommentAfter(viewer, 1, comments, noComment),
          ...(decided ?? noDeadlines),
        }),
        ...(decided && { decided_at: decided.at }),
        visible,
        ...(customerWaits && { customer_waits: true }),
        case_terms: caseTerms,
        ...recordOf({ viewer, ...event, keyed }, index),
      }
    }),
  )
}

/** The party of a new case, as the answer shows it. */
const shownParty = (id: number, { firstname, email }: NewPerson) => ({
  partyId: id,
  partyFirstname: firstname,
  partyEmail: email,
})

/**
 * Writes the case. If its party is new, registers the party with it, both or neither. Throws LostRace if another request
 * registered the party or used the key first, or if the caller or the party was erased.
 */
export async function writeNewCase(database: Database, toWrite: CaseToWrite, newParty: NewPerson | null) {
  const statement = haveAttachments(toWrite.newCase.comments) ? newCasesWithAttachments : newCases
  if (!newParty) return written(await database.load(statement, toWrite))
  return database.transaction(async (transaction) => {
    const partyId = written(await registerPerson(transaction, newParty, toWrite.viewer))
    const newCase = { ...toWrite.newCase, partyId }
    const created = written(await transaction.load(statement, { ...toWrite, newCase }))
    return { ...created, ...shownParty(partyId, newParty) }
  })
}

function written<Row>(row: Row | null | undefined): Row {
  if (row == null) throw new LostRace()
  return row
}

/** What a dry run shows instead of a written case. */
export function nothingWritten(newParty: NewPerson | null, now: Date) {
  return { id: 0, createdAt: now, ...(newParty && shownParty(0, newParty)) }
}
