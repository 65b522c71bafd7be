import type { EntityManager, EntityName, FilterQuery, Primary, RequiredEntityData } from '@mikro-orm/postgresql'
import { batches } from '../batches.ts'

const rowsPerBatch = 1_000

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
    // Loads the stored rows into the identity map. PostgreSQL would plan a condition on whole composite keys slowly.
    const firstParts = new Set(keys.map(([first]) => first).filter((first) => first !== undefined))
    await em.find(entity, { [primaryKeys[0]!]: { $in: [...firstParts] } } as FilterQuery<NoInfer<Entity>>)
    const newRows: RequiredEntityData<Entity>[] = []
    for (const [index, row] of batch.entries()) {
      const stored = unitOfWork.getById(entity, keys[index] as Primary<Entity>)
      if (!stored) newRows.push(row)
      else if (!keep(stored)) em.assign(stored, row as never)
    }
    // Cheaper than `em.create`, which matters for thousands of rows.
    await em.insertMany(entity, newRows)
    unitOfWork.computeChangeSets()
    const changed = unitOfWork.getChangeSets().length
    if (changed > 0) await em.flush()
    written += newRows.length + changed
    em.clear()
  }
  return written
}
