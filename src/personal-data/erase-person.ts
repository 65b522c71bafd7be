import { randomUUID } from 'node:crypto'
import { type Actor, personTarget, writeAudit } from '../audit/write-audit.ts'
import { markSession } from '../mutation/record-outcome.ts'
import { requireAdmin } from '../viewer/authenticate.ts'
import { changeConfiguration } from '../catalogue/lock-configuration.ts'
import type { RequestContext } from '../context.ts'
import type { Database, Transaction } from '../database/database.ts'
import { allowLongStatements } from '../database/statements/statement.ts'
import type { Problem } from '../errors/problems.ts'
import { phase } from '../observability/telemetry.ts'
import { erasedDomain } from '../people/email.ts'
import { personIdOf } from '../people/people.ts'
import { eraseAnswers, type Replacement } from './erase-answers.ts'
import { eraseInCases } from './erase-cases.ts'
import { keepIdentities } from '../auth/issuer/erased-identities.ts'
import { analyze, erasePersonRow, lockPerson, openCasesOf, personById, removals } from './erasure-statements.ts'
import { namesOf, findCases } from './person-cases.ts'
import type { ErasePersonErrorCode } from './personal-data.errors.ts'

export interface ErasePersonInput {
  personId: string
  dryRun?: boolean | null | undefined
}

type Erasure = { problems: Problem<ErasePersonErrorCode>[] } | { cases: number; erased?: Replacement }

const unknownPerson: Erasure = {
  problems: [
    {
      code: 'invalidId',
      message: 'personId must be the ID of an existing person, such as "person:1".',
      path: ['personId'],
    },
  ],
}

/** Removes the personal data of a person. Login: admin. */
export async function erasePerson(context: RequestContext, input: ErasePersonInput) {
  const { viewer, services } = await requireAdmin(context)
  const { personId, touchpointCode } = viewer
  const id = personIdOf(input.personId)
  const result = await phase(context.telemetry, 'write', () =>
    id === undefined
      ? unknownPerson
      : eraseById(services, id, { actor: { personId, touchpointCode }, dryRun: input.dryRun ?? false }),
  )
  if ('problems' in result) return result
  const { cases, erased } = result
  if (!erased) return { viewer, cases }
  if (services.replicas && context.credentials) await markSession(services, context.credentials.tokenHash)
  return { viewer: id === personId ? { ...viewer, ...erased } : viewer, cases }
}

interface ErasureOptions {
  actor: Actor
  dryRun: boolean
}

/**
 * Removes the personal data of a person in one transaction. `cases` is the number of cases that the person took part in.
 * `erased` is present only if this erasure has changed something.
 */
export async function eraseById(
  { database, log }: { database: Database; log: { warn(fields: { err: unknown }, message: string): void } },
  id: number,
  options: ErasureOptions,
): Promise<Erasure> {
  const result = await changeConfiguration(database, (transaction) => eraseIn(transaction, id, options))
  if (!('problems' in result) && result.erased) {
    await renewStatistics(database).catch((err: unknown) => log.warn({ err }, incomplete))
  }
  return result
}

const incomplete =
  'A person was erased. The statistics of PostgreSQL may contain personal data until PostgreSQL renews them.'

async function eraseIn(transaction: Transaction, id: number, { actor, dryRun }: ErasureOptions): Promise<Erasure> {
  const [person] = await transaction.run(personById, [id])
  if (!person) return unknownPerson
  const names = await namesOf(transaction, person)
  const isNew = !dryRun && !person.isErased
  // First, so that all that follows reads what others have written about the person, and others write no more.
  if (isNew) await transaction.run(lockPerson, [id])
  const [openCases] = await transaction.run(openCasesOf, [id])
  const reason = reasonToKeep(openCases!.number, person.isLastAdmin)
  if (reason !== null) return { problems: [{ code: 'inUse', message: reason, path: ['personId'] }] }
  const involvement = { personId: id, addresses: person.login === 'OPERATOR' ? names.addresses : [] }
  const found = await findCases(transaction, involvement)
  if (!isNew) return { cases: found.length }

  const erased = { firstname: 'Erased', email: `${randomUUID()}${erasedDomain}` }
  await transaction.run(erasePersonRow, [id, erased.email, erased.firstname])
  await eraseInCases(transaction, involvement, erased.email, found)
  await eraseAnswers(transaction, { personId: id, target: personTarget(id) }, names, erased)
  await transaction.run(keepIdentities, [id, person.login, person.subject, person.emailKey])
  for (const removal of removals) await transaction.run(removal, [id])
  await writeAudit(transaction, actor, [{ action: 'PERSON_ERASED', target: personTarget(id), changes: [] }])
  return { cases: found.length, erased }
}

/** Why a person cannot be erased. Null if nothing prevents it. */
function reasonToKeep(openCases: number, isLastAdmin: boolean): string | null {
  if (openCases > 0) {
    const cases = openCases === 1 ? '1 open case is' : `${openCases} open cases are`
    return `${cases} assigned to the person. Assign ${openCases === 1 ? 'it' : 'them'} to someone else first.`
  }
  return isLastAdmin ? 'The person is the last active admin. Create another admin first.' : null
}

/** PostgreSQL keeps samples of the values of columns. */
async function renewStatistics(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run(allowLongStatements)
    await transaction.run(analyze)
  })
}
