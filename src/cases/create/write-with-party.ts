import type { Database } from '../../database/database.ts'
import { repeatAfterConflict } from '../../database/unavailable.ts'
import { KeyTaken, nullIfKeyTaken } from '../change/store-outcome.ts'
import { type NewPerson, registerPerson } from '../../people/register-person.ts'
import { type CaseToWrite, newCases } from './write-new-case.ts'

/** The party of a new case, as the answer shows it. */
const shownParty = (id: number, { firstname, email }: NewPerson) => ({
  partyId: id,
  partyFirstname: firstname,
  partyEmail: email,
})

/**
 * Registers the party of a case and writes the case, both or neither. Returns null if another request registered the party or
 * used the key first, or if the caller was erased.
 */
export async function writeWithParty(database: Database, newParty: NewPerson, toWrite: CaseToWrite) {
  const work = () =>
    database.transaction(async (transaction) => {
      const partyId = await registerPerson(transaction, newParty, toWrite.viewer)
      if (partyId === null) return null
      const newCase = { ...toWrite.newCase, partyId }
      const created = await transaction.load(newCases, { ...toWrite, newCase })
      if (!created) throw new KeyTaken()
      return { ...created, ...shownParty(partyId, newParty) }
    })
  return repeatAfterConflict(work).catch(nullIfKeyTaken)
}

/** What a dry run shows instead of a written case. */
export function nothingWritten(newParty: NewPerson | null) {
  return { id: 0, createdAt: new Date(), ...(newParty && shownParty(0, newParty)) }
}
