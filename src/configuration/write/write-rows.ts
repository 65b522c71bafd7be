import type { EntityData, EntityDictionary, EntityManager, EntityName } from '@mikro-orm/postgresql'

const rowsPerBatch = 1_000

/** A row by the names of the entity's properties. A reference is the key of the other row. */
export type Row = Record<string, unknown>

export interface ChangedRow {
  before: Row
  after: Row
}

function* batchesOf<Each>(rows: readonly Each[]): Generator<readonly Each[]> {
  for (let start = 0; start < rows.length; start += rowsPerBatch) yield rows.slice(start, start + rowsPerBatch)
}

/** Returns the IDs that the database generated, in the order of the rows. Without rows, there is no statement. */
export async function insertRows<Entity extends object>(
  em: EntityManager,
  entity: EntityName<Entity>,
  rows: readonly Row[],
): Promise<number[]> {
  const ids: number[] = []
  const ctx = em.getTransactionContext()
  for (const batch of batchesOf(rows)) {
    // Cheaper than `em.create`, which matters for thousands of rows. `em.insertMany` returns one ID only.
    const inserted = await em.getDriver().nativeInsertMany(entity, [...batch] as EntityDictionary<Entity>[], { ctx })
    for (const { id } of (inserted.rows ?? []) as unknown as { id: unknown }[]) ids.push(Number(id))
  }
  return ids
}

/** The unit of work writes the properties that differ. */
export async function updateRows<Entity extends object>(
  em: EntityManager,
  entity: EntityName<Entity>,
  rows: readonly ChangedRow[],
): Promise<void> {
  for (const batch of batchesOf(rows)) {
    for (const { before, after } of batch) {
      em.assign(em.merge(entity, before as EntityData<Entity>), after as never)
    }
    await em.flush()
    em.clear()
  }
}

export async function deleteRows<Entity extends object>(
  em: EntityManager,
  entity: EntityName<Entity>,
  rows: readonly Row[],
): Promise<void> {
  for (const batch of batchesOf(rows)) {
    for (const row of batch) em.remove(em.merge(entity, row as EntityData<Entity>))
    await em.flush()
    em.clear()
  }
}
