import { type Actor, personTarget, writeAudit } from '../audit/write-audit.ts'
import { requireAdmin } from '../viewer/authenticate.ts'
import type { RequestContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import { phase } from '../observability/telemetry.ts'
import { batches } from '../database/batches.ts'
import { type ExportItem, fileChunks } from '../database/json-file.ts'
import { personById } from './erasure-statements.ts'
import { auditItems, caseItems, listItems, personItem } from './export-items.ts'
import { addressParameters, findCases, namesOf, type Involvement } from './person-cases.ts'

/** The text of a JSON file with everything that is stored about a person. Null if there is no such person. Login: admin. */
export async function exportPerson(
  context: RequestContext,
  id: number | undefined,
): Promise<AsyncGenerator<string> | null> {
  const { viewer, services } = await requireAdmin(context)
  if (id === undefined) return null
  const { personId, touchpointCode } = viewer
  return phase(context.telemetry, 'load', () => exportById(services.database, id, { personId, touchpointCode }))
}

/**
 * Everything that is stored about a person. The caller is not checked. Null if there is no such person. The export is recorded before the text is read. Cases are read in batches while the
 * text is, each as it is then: no transaction waits for a slow reader.
 */
export function exportById(database: Database, id: number, actor: Actor): Promise<AsyncGenerator<string> | null> {
  return database.transaction(async (transaction) => {
    const [person] = await transaction.run(personById, [id])
    if (!person) return null
    const { addresses } = await namesOf(transaction, person)
    const involvement = { personId: id, addresses: person.login === 'OPERATOR' ? addresses : [] }
    const caseIds = await findCases(transaction, involvement)
    const [described] = await transaction.run(personItem, [id])
    const members: Record<string, unknown> = { person: described!.item }
    for (const [name, items] of Object.entries(listItems)) {
      members[name] = (await transaction.run(items, [id])).map(({ item }) => item)
    }
    await writeAudit(transaction, actor, [{ action: 'PERSON_EXPORTED', target: personTarget(id), changes: [] }])
    return fileChunks(members, [
      { name: 'auditEvents', batches: auditBatches(database, id) },
      { name: 'cases', batches: caseBatches(database, involvement, caseIds) },
    ])
  })
}

async function* auditBatches(database: Database, id: number): AsyncGenerator<ExportItem[]> {
  for (let last = 0; ;) {
    const rows = await database.run(auditItems, [id, personTarget(id), last])
    if (rows.length === 0) return
    yield rows.map(({ item }) => item)
    last = rows.at(-1)!.id
  }
}

const batchSize = 250

async function* caseBatches(
  database: Database,
  { personId, addresses }: Involvement,
  caseIds: readonly number[],
): AsyncGenerator<ExportItem[]> {
  for (const ids of batches(caseIds, { items: batchSize })) {
    const rows = await database.run(caseItems, [personId, ...addressParameters(addresses), ids])
    yield rows.map(({ item }) => item)
  }
}
