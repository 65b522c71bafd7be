import { expect, test, vi } from 'vitest'
import { importData } from '../../../src/transfer/import/import.ts'
import { databaseKind, freshDatabase, sql, urlOf } from '../../support/database/database.ts'
import { graphql } from '../../support/requests/graphql.ts'
import { startServe } from '../../support/server/process.ts'

const codes = { typeCode: 'QUESTION', categoryCode: 'BILLING' }
const cases = 10_000
/** The clock of the process goes an hour ahead. */
const wrongClock = `--import=data:text/javascript,${encodeURIComponent('const now=Date.now;Date.now=()=>now()+3600000')}`

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(share * times.length) - 1] ?? 0
}

test.runIf(databaseKind === 'postgresql')(
  'every deadline has one event, with two processes that are killed, one of which has a wrong clock',
  { tags: ['nightly'], timeout: 170_000 },
  async () => {
    const database = await freshDatabase()
    const soon = Date.now() + 12_000
    await importData(database, {
      slaPolicies: [{ code: 'MINUTE', name: 'Minute', goals: [{ firstReply: 1, resolution: 2 }] }],
      typeCategories: [{ ...codes, appVisible: true, slaPolicyCode: 'MINUTE' }],
      // The first replies pass within ten seconds.
      cases: Array.from({ length: cases }, (_, index) => ({
        id: 50_000 + index,
        ...codes,
        status: 'Open',
        resolution: 'Unresolved',
        createdAt: new Date(soon - 60_000 + (index % 10_000)).toISOString(),
      })),
    })
    const settings = { DATABASE_URL: urlOf(database)! }
    const start = (index: number) => startServe({ ...settings, ...(index === 1 && { NODE_OPTIONS: wrongClock }) })
    const serves = [start(0), start(1)]
    const urls = await Promise.all(serves.map(({ url }) => url))
    const read = async () => {
      const begun = performance.now()
      await graphql(urls[0]!, '{ viewer { login } cases(first: 10) { nodes { id } } }')
      return performance.now() - begun
    }
    const before: number[] = []
    while (Date.now() < soon - 2_000) before.push(await read())
    const during: number[] = []
    let kills = 0
    const count = async () =>
      (
        await sql<{ number: number }>(
          database,
          `select count(*)::int as number from case_events where kind = 'OVERDUE' and changes -> 0 -> 'path' ->> 1 = 'FIRST_REPLY'`,
        )
      )[0]!.number
    await vi.waitUntil(
      async () => {
        during.push(await read())
        // The other process goes on.
        if (kills < 5 && (await count()) > (kills + 1) * 1_500) {
          kills++
          serves[1]!.child.kill('SIGKILL')
          serves[1] = start(1)
        }
        return (await count()) >= cases
      },
      { timeout: 90_000, interval: 20 },
    )
    const [late] = await sql<{ seconds: number; events: number; cases: number; early: number }>(
      database,
      `select max(extract(epoch from e.at - (e.changes -> 0 ->> 'to')::timestamptz))::float8 as seconds, count(*)::int as events,
        count(distinct e.case_id)::int as cases, count(*) filter (where e.at < (e.changes -> 0 ->> 'to')::timestamptz)::int as early
      from case_events e
      where kind = 'OVERDUE' and changes -> 0 -> 'path' ->> 1 = 'FIRST_REPLY'`,
    )
    console.log({
      ...late,
      kills,
      p99Before: percentile(before, 0.99),
      p99During: percentile(during, 0.99),
      reads: [before.length, during.length],
    })
    expect(late).toMatchObject({ events: cases, cases, early: 0 })
    expect(late!.seconds).toBeLessThan(60)
    expect(kills).toBeGreaterThan(0)
    const contradictions = await sql(
      database,
      `select c.id from cases c join lateral (
        select max(version) as last, count(*) as number from case_events where case_id = c.id
      ) e on true where e.last <> c.version or e.number <> c.version`,
    )
    expect(contradictions).toEqual([])
  },
)
