import type { FieldDefinition } from '../../catalogue/catalogue.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { typed } from '../../database/statements/columns.ts'
import { statement } from '../../database/statements/statement.ts'
import { writePersonTerms } from '../../people/person-terms.ts'
import { termVector } from '../../search/terms.ts'
import type { CaseData } from '../case.entity.ts'
import { caseTerms } from '../values/searched-values.ts'

/** Rows for which terms are computed in one transaction. */
const batchSize = 500
/** IDs among which rows without terms are looked for with one statement. */
const rangeSize = 10_000

type FieldsOf = (typeCode: string) => readonly FieldDefinition[] | undefined

/** Comments without terms. Every process looks for them once a minute. */
const commentsWithout = statement(
  `
select case_id, version, position, text
from case_comments
where terms is null and removed_version is null
order by case_id
limit ${batchSize}
for update skip locked`,
  { caseId: 'bigint', version: 'int', position: 'smallint', text: 'text' },
)

const writeCommentTerms = statement(`
update case_comments m
set terms = r.terms
from jsonb_to_recordset($1::jsonb) as r (case_id bigint, version int, position smallint, terms tsvector)
where m.case_id = r.case_id and m.version = r.version and m.position = r.position`)

/** Computes terms of comments that have none, and returns of how many. Comments that a change is editing are left for later. */
export function addCommentTerms(database: Database): Promise<number> {
  return database.transaction(async (transaction) => {
    const comments = await transaction.run(commentsWithout)
    const rows = comments.map(({ caseId, version, position, text }) => ({
      case_id: caseId,
      version,
      position,
      terms: termVector([text]),
    }))
    if (rows.length > 0) await transaction.run(writeCommentTerms, [JSON.stringify(rows)])
    return rows.length
  })
}

/** Adds terms of the rows after an ID, and returns the ID up to which all rows have terms. Null at the end. */
type AddTerms = (database: Database, after: number, fieldsOf: FieldsOf) => Promise<number | null>

/** The rows of a table in a range of IDs that have no terms. Locked, so that a change waits and writes the terms afterwards. */
const rowsWithout = (table: string, terms: string, key: string, select: string, condition: string) => `
select ${select}
from ${table} o
where o.id > $1::bigint and o.id <= $1::bigint + ${rangeSize} and ${condition}
  and not exists (select from ${terms} t where t.${key} = o.id)
order by o.id
limit ${batchSize}
for no key update of o`

const casesWithout = statement(
  rowsWithout('cases', 'case_terms', 'case_id', 'o.id, o.subject, o.type_code, o.case_data', 'true'),
  { id: 'bigint', subject: 'text | null', typeCode: 'text', caseData: typed<CaseData>('jsonb') },
)
const lastCase = statement('select max(id) as id from cases', { id: 'bigint' })

const writeCaseTerms = statement(`
insert into case_terms (case_id, terms)
select r.case_id, r.terms
from jsonb_to_recordset($1::jsonb) as r (case_id bigint, terms tsvector)
on conflict (case_id) do nothing`)

export const addCaseTerms: AddTerms = (database, after, fieldsOf) =>
  inRange(database, after, lastCase, async (transaction) => {
    const cases = await transaction.run(casesWithout, [after])
    const rows = cases.map(({ id, typeCode, ...values }) => ({
      case_id: id,
      terms: caseTerms(values, fieldsOf(typeCode)),
    }))
    if (rows.length > 0) await transaction.run(writeCaseTerms, [JSON.stringify(rows)])
    return cases
  })

const partiesWithout = statement(
  rowsWithout(
    'persons',
    'person_terms',
    'person_id',
    'o.id, o.firstname, o.email',
    `o.kind = 'PARTY' and o.erased_at is null`,
  ),
  { id: 'bigint', firstname: 'text', email: 'text' },
)
const lastPerson = statement('select max(id) as id from persons', { id: 'bigint' })

export const addPersonTerms: AddTerms = (database, after) =>
  inRange(database, after, lastPerson, async (transaction) => {
    const parties = await transaction.run(partiesWithout, [after])
    await writePersonTerms(transaction, parties)
    return parties
  })

async function inRange(
  database: Database,
  after: number,
  last: typeof lastCase,
  add: (transaction: Transaction) => Promise<{ id: number }[]>,
): Promise<number | null> {
  const added = await database.transaction(add)
  if (added.length === batchSize) return added.at(-1)!.id
  const [row] = await database.run(last)
  const done = after + rangeSize
  return row?.id != null && row.id > done ? done : null
}

/** What each pass sends, even if no terms are missing. */
export const passStatements = [commentsWithout, casesWithout, lastCase, partiesWithout, lastPerson]
