import type { EntityManager } from '@mikro-orm/postgresql'
import { OperatorGroup } from '../../people/people.entity.ts'
import type { ImportFile } from '../format/import-format.ts'
import { importRows } from './import-rows.ts'

/** Writes the groups, to which type categories and cases refer. Returns the IDs of all groups by name. */
export async function importGroups(
  em: EntityManager,
  { operatorGroups }: ImportFile,
): Promise<{ written: number; groups: ReadonlyMap<string, number> }> {
  const stored = await loadGroupIds(em)
  const rows = operatorGroups.items.values().map(({ name, active }) => {
    const id = stored.get(name)
    return { ...(id !== undefined && { id }), name, active: active ?? true }
  })
  const written = await importRows(em, OperatorGroup, rows)
  return { written, groups: written > 0 ? await loadGroupIds(em) : stored }
}

async function loadGroupIds(em: EntityManager): Promise<Map<string, number>> {
  const groups = await em.findAll(OperatorGroup, { disableIdentityMap: true })
  return new Map(groups.map(({ name, id }) => [name, id]))
}
