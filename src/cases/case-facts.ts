import { isAuthorised, isMember } from '../auth/operator-relations.ts'
import { mayModifyCase } from '../auth/permission.rules.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { KeyOfBatched, RowOfBatched } from '../database/statements/batched.ts'
import { type Columns, columns, leftJoined, type RowOf } from '../database/statements/columns.ts'
import { columnsOf, selectList } from '../database/statements/entity-columns.ts'
import { Case } from './case.entity.ts'
import type { ShownLink } from './link-kinds.ts'
import { type FactsQuery, mutationFacts } from '../mutation/mutation-facts.ts'

export const storedCaseColumns = columnsOf(Case)

/** The select list of `storedCaseColumns`, from `cases c`. */
export const storedCaseSelect = selectList('c', storedCaseColumns)

export const caseColumns = columns({
  ...storedCaseColumns,
  viewerAuthorised: 'boolean',
  viewerInGroup: 'boolean',
})

/** The names of the persons and of the group of a case. */
export const nameColumns = columns({
  partyFirstname: 'text | null',
  partyEmail: 'text | null',
  assigneeFirstname: 'text | null',
  assigneeEmail: 'text | null',
  groupName: 'text | null',
})

/** The select list of `nameColumns`, with `joinedNames`. */
export const nameSelect = `party.firstname as party_firstname, party.email as party_email,
  assignee.firstname as assignee_firstname, assignee.email as assignee_email, g.name as group_name`

const person = (name: string) =>
  `(select p.firstname, p.email from persons p where p.id = c.${name}_id offset 0) ${name} on true`

/** Looks up the names of each case `c`. Without `offset 0`, PostgreSQL would read and hash all persons. */
export const joinedNames = `
left join lateral ${person('party')}
left join lateral ${person('assignee')}
left join operator_groups g on g.id = c.group_id`

/** A case, and how the viewer is related to it. */
export type LoadedCase = RowOf<typeof caseColumns>

/** A case as it was loaded, as it is after a change, or as it was earlier. */
export type CaseRow = Omit<LoadedCase, 'viewerAuthorised' | 'viewerInGroup'> &
  Partial<RowOf<typeof nameColumns>> & {
    /** Null if a change of the case made it unknown, like `viewerInGroup`. */
    viewerAuthorised: boolean | null
    viewerInGroup: boolean | null
    /** The version up to which comments are edited and removed, if it is not the version of this row. */
    editsUntil?: number
    /** The links after a change. Absent if the stored links apply. */
    links?: readonly ShownLink[]
  }

const caseKeyColumns = columns({ caseId: 'bigint | null' })
const caseFactsColumns = columns({ case: leftJoined(caseColumns) })

interface CaseFactsQuery<K, C> extends FactsQuery<K, C> {
  /** What is left-joined as cases `c`, one row for each. By default, the case that the key `k` names. */
  cases?: string
}

/** Declares the load of a change of a case `c`, which is null if it does not exist. */
export function factsOfCase<const K extends Columns, const C extends Columns>(query: CaseFactsQuery<K, C>) {
  return mutationFacts({
    keys: { ...caseKeyColumns, ...query.keys } as typeof caseKeyColumns & K,
    columns: { ...caseFactsColumns, ...query.columns } as typeof caseFactsColumns & C,
    select: `${storedCaseSelect},
  ${isAuthorised('v.person_id', 'c.type_code')} as viewer_authorised,
  ${isMember('v.person_id', 'c.group_id')} as viewer_in_group${query.select ?? ''}`,
    joins: `left join ${query.cases ?? 'cases c on c.id = k.case_id'}${query.joins ?? ''}`,
  })
}

export const caseFacts = factsOfCase({ keys: {}, columns: {}, select: '' })

/** The case to load, the token of the caller, and the idempotency key of the request if it has one. */
export type CaseKey = KeyOfBatched<typeof caseFacts>

export type CaseFacts = RowOfBatched<typeof caseFacts>

type Access = Pick<CaseFacts, 'viewer' | 'case'>

/** Facts about a case that exists and that the viewer may modify. */
export type ModifiableFacts<Facts extends Access = Access> = Facts & { case: LoadedCase }

/** Whether the case exists and the viewer may modify it. Callers must not learn which of the two failed. */
export function isModifiable<Facts extends Access>(
  facts: Facts,
  catalogue: Catalogue,
): facts is ModifiableFacts<Facts> {
  return facts.case !== null && mayModifyCase(facts.viewer, facts.case, catalogue)
}

/** Parses a case ID. Returns null if the text is not valid. */
export function parseCaseId(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN
  return Number.isSafeInteger(id) ? id : null
}
