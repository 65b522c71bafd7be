import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sql } from '../../support/database/database.ts'
import { paula } from '../../support/requests/credentials.ts'
import { linkFaces } from '../../support/requests/link-requests.ts'
import { times } from '../../support/sampled.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer()
const writers = 8

/** Every rule that the tables alone must keep. */
async function broken(ids: readonly number[]): Promise<unknown[]> {
  const all = `(select unnest('{${ids.join()}}'::bigint[]) as id)`
  return sql(
    server.database,
    `
    select 'one side' as rule, l.case_id as id from case_links l
    where not exists (
      select from case_links o where o.case_id = l.other_id and o.other_id = l.case_id
        and o.kind = case l.kind when 'PARENT' then 'CHILD' when 'CHILD' then 'PARENT' else 'RELATED' end)
    union all
    select 'circle', c.id from ${all} c, lateral (
      with recursive above as (
        select other_id as id, 1 as depth from case_links where case_id = c.id and kind = 'PARENT'
        union all
        select l.other_id, depth + 1 from above join case_links l on l.case_id = above.id and l.kind = 'PARENT'
        where depth < 100
      ) select from above where above.id = c.id limit 1) circle
    union all
    select 'chain', c.id from cases c join cases o on o.id = c.merged_into_id where o.merged_into_id is not null
    union all
    select 'merge', coalesce(c.id, m.case_id) from (select * from cases where merged_into_id is not null) c
      full join case_merges m on m.case_id = c.id where c.id is null or m.case_id is null
    union all
    select 'open', c.id from cases c join case_statuses s on s.name = c.status
      where c.merged_into_id is not null and not s.closed
    union all
    select 'event', c.id from cases c
      where c.version <> (select count(*) from case_events e where e.case_id = c.id)
        + (select min(version) - 1 from case_events e where e.case_id = c.id)`,
  )
}

/** What the history says of the links of a case now must be what is shown. */
async function unlikeHistory(ids: readonly number[]): Promise<unknown[]> {
  return sql(
    server.database,
    `
    with told as (
      select distinct on (e.case_id, change -> 'path' ->> 1)
        e.case_id, (change -> 'path' ->> 1)::bigint as other_id, change ->> 'to' as kind
      from case_events e, jsonb_array_elements(e.changes) change
      where change -> 'path' ->> 0 = 'links' and e.case_id = any('{${ids.join()}}'::bigint[])
      order by e.case_id, change -> 'path' ->> 1, e.version desc
    ), stored as (
      select c.id as case_id, c.merged_into_id as other_id, 'DUPLICATE_OF' as kind from cases c where merged_into_id is not null
      union all
      select c.merged_into_id, c.id, 'HAS_DUPLICATE' from cases c where merged_into_id is not null
      union all
      select l.case_id, l.other_id, l.kind from case_links l
      where not exists (select from cases c where (c.id, c.merged_into_id) in ((l.case_id, l.other_id), (l.other_id, l.case_id)))
    )
    select * from (select * from told where kind is not null) t full join stored s using (case_id, other_id, kind)
    where t.case_id is null or s.case_id is null`,
  )
}

const cases = 24
const steps = fc.record({
  operation: fc.constantFrom('linkCases', 'linkCases', 'unlinkCases', 'mergeCase', 'unmergeCase', 'addComments'),
  kind: fc.constantFrom('RELATED', 'PARENT', 'CHILD'),
  face: fc.integer({ min: 0, max: 1 }),
  id: fc.integer({ min: 0, max: cases - 1 }),
  other: fc.integer({ min: 0, max: cases - 1 }),
})
/** What only one of the requests takes. */
const more = {
  linkCases: ({ kind }: { kind: string }) => ({ kind }),
  addComments: () => ({ caller: paula, comments: [{ text: 'Hello' }], other: undefined }),
  unmergeCase: () => ({ other: undefined }),
  unlinkCases: () => ({}),
  mergeCase: () => ({}),
}

test('random links, merges and their reversals by several writers agree, make no circle, and lose no comment', async () => {
  const ids = await Promise.all(Array.from({ length: cases }, () => server.addCase()))
  const sends = linkFaces(server).map(([, send]) => send)
  const answers: string[] = []
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (const step of fc.sample(steps, times(40, 1_250))) {
        const { operation, face, id, other } = step
        const request = { id: ids[id]!, other: ids[other]!, ...more[operation](step) }
        answers.push(`${operation} ${await sends[face]!(operation, request)}`)
      }
    }),
  )
  const codes = new Set(answers.filter((answer) => !answer.endsWith(' ok')).map((answer) => answer.split(' ')[1]))
  expect([...codes].filter((code) => !known.includes(code!))).toEqual([])
  for (const operation of Object.keys(more)) expect(answers).toContain(`${operation} ok`)
  expect(await broken(ids)).toEqual([])
  expect(await unlikeHistory(ids)).toEqual([])
  const [comments] = await sql<{ count: number }>(
    server.database,
    `select count(*)::int as count from case_comments where case_id = any('{${ids.join()}}'::bigint[])`,
  )
  expect(comments!.count).toBe(answers.filter((answer) => answer === 'addComments ok').length)
})

const known = ['invalidId', 'sameCase', 'tooManyLinks', 'alreadyMerged', 'notMerged']
