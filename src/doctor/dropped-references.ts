import { caseTables } from '../database/case-tables.ts'
import { distributedTables } from '../database/distribution.ts'
import type { Database } from '../database/database.ts'

/** A reference of a distributed table to a local one, for which Citus has no foreign key. */
export interface DroppedReference {
  name: string
  /** In the words of the check of references. */
  reference: string
  /** Returns the number of rows without a parent, and an example. */
  orphansQuery: string
}

const caseTableNames: string[] = caseTables.map(({ table }) => table)

/** The references whose foreign keys `distribute` has dropped. */
export async function droppedReferences(database: Database): Promise<DroppedReference[]> {
  const distributed = await distributedTables(database)
  const entities = [...database.orm.getMetadata().getAll().values()]
  return entities
    .filter(({ tableName }) => distributed.includes(tableName))
    .flatMap(({ tableName, relations }) =>
      relations
        .filter(({ targetMeta }) => targetMeta && !caseTableNames.includes(targetMeta.tableName))
        .map(({ joinColumns, referencedColumnNames, targetMeta }) => ({
          name: `${tableName}_${joinColumns.join('_')}_foreign`,
          reference: `${tableName} (${joinColumns.join(', ')}) to ${targetMeta!.tableName}`,
          orphansQuery: orphansQuery(tableName, joinColumns, targetMeta!.tableName, referencedColumnNames),
        })),
    )
}

/** The distinct keys are read from the workers first, because the parents are on the coordinator. */
function orphansQuery(table: string, columns: string[], parent: string, parentColumns: string[]): string {
  const keys = columns.join(', ')
  const isPresent = columns.map((column) => `${column} is not null`).join(' and ')
  const isSame = columns.map((column, index) => `parent.${parentColumns[index]} = child.${column}`).join(' and ')
  return `
    with child as materialized (select ${keys}, count(*) as number from ${table} where ${isPresent} group by ${keys})
    select coalesce(sum(number), 0)::bigint as number, min(concat_ws(', ', ${keys})) as example
    from child
    where not exists (select from ${parent} parent where ${isSame})`
}
