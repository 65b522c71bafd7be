import type { EntityManager, EntityName, FilterQuery, Primary, RequiredEntityData } from '@mikro-orm/postgresql'
import { batches } from './batches.ts'

/** PostgreSQL plans a condition on thousands of composite keys slowly. */
const rowsPerBatch = 300

/**
 * Inserts the rows that have no primary key or a new one, and updates the stored rows that differ. Stored rows for
 * which `keep` returns true stay as they are. Returns how many rows were inserted or updated.
 *
 * If nothing differs, no statement writes to the table. This matters for the catalogue: every such statement renews
 * its revision, even one that changes no row.
 */
export async function importRows<Entity extends object>(
  em: EntityManager,
  entity: EntityName<Entity>,
  rows: Iterable<RequiredEntityData<Entity>>,
  { keep = () => false }: { keep?: (stored: Entity) => boolean } = {},
): Promise<number> {
  const { primaryKeys } = em.getMetadata(entity)
  const unitOfWork = em.getUnitOfWork()
  let written = 0
  for (const batch of batches(rows, { items: rowsPerBatch })) {
    const keys = batch.map((row) => primaryKeys.map((name) => (row as Record<string, unknown>)[name]))
    const givenKeys = keys.filter((key) => !key.includes(undefined))
    // Loads the stored rows into the identity map. Without keys there would be no condition.
    if (givenKeys.length > 0) await em.find(entity, givenKeys as FilterQuery<NoInfer<Entity>>)
    const newRows: RequiredEntityData<Entity>[] = []
    for (const [index, row] of batch.entries()) {
      const stored = unitOfWork.getById(entity, keys[index] as Primary<Entity>)
      if (!stored) newRows.push(row)
      else if (!keep(stored)) em.assign(stored, row as never)
    }
    // Cheaper than `em.create`, which matters for thousands of rows.
    await em.insertMany(entity, newRows)
    unitOfWork.computeChangeSets()
    written += newRows.length + unitOfWork.getChangeSets().length
    await em.flush()
    em.clear()
  }
  return written
}
