import type { Database } from '../../../src/database/database.ts'
import { sql } from '../database/database.ts'

/** Returns the cases whose version is not the version of their last event, or that lack an event. */
export const brokenHistories = `
select c.id
from cases c
left join (
  select case_id, min(version) as first, max(version) as last, count(*) as events from case_events group by case_id
) e on e.case_id = c.id
where e.last is distinct from c.version or e.events <> e.last - e.first + 1`

export async function storedComments(database: Database): Promise<string[]> {
  return (await sql<{ text: string }>(database, 'select text from case_comments')).map(({ text }) => text)
}

/** Acknowledged texts that are not stored, each repeated as often as it is missing. */
export function lostTexts(stored: readonly string[], acknowledged: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of stored) counts.set(text, (counts.get(text) ?? 0) + 1)
  return acknowledged.filter((text) => {
    const count = counts.get(text) ?? 0
    counts.set(text, count - 1)
    return count <= 0
  })
}
