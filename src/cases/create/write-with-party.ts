import type { Database } from '../../database/database.ts'
import { LostRace } from '../../database/retry.ts'
import { type NewPerson, registerPerson } from '../../auth/register-person.ts'
import { haveAttachments } from '../change/attachment-facts.ts'
import { type CaseToWrite, newCases, newCasesWithAttachments } from './write-new-case.ts'

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
