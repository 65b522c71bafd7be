import { describe, expect, test } from 'vitest'
import { change } from '../../support/requests/changes.ts'
import { type Credentials, olga, omar, paula } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

async function asOf<Case = { version: number }>(
  id: string,
  time: string,
  selection = 'version',
  caller: Credentials = olga,
): Promise<Case | null> {
  const document = `query ($id: ID!, $time: DateTime) { case(id: $id, asOf: $time) { ${selection} } }`
  return (await graphqlData<{ case: Case | null }>(server.url, document, { id, time }, caller)).case
}

const earlier = (time: string, milliseconds = 1) => new Date(Date.parse(time) - milliseconds).toISOString()

/** Creates a case and changes it. Returns its ID, and when each version was made. */
async function changedCase(statuses: string[]): Promise<{ id: string; times: string[] }> {
  const values = { ...codes, caseData: refundData, partyEmail: 'paula@example.com' }
  const created = (await change(server.url, 'createCase', values)).case!
  const times = [created.updatedAt]
  for (const status of statuses) {
    const input = { caseInstanceId: created.id, ...codes, status }
    times.push((await change(server.url, 'updateCase', input)).case!.updatedAt)
  }
  return { id: created.id, times }
}

describe('a case as of a time', () => {
  test('has the version of the last change until then', async () => {
    const { id, times } = await changedCase(['Open', 'In progress', 'Open'])
    for (const [index, time] of times.entries()) {
      expect(await asOf(id, time, 'version updatedAt')).toEqual({ version: index + 1, updatedAt: time })
      expect(await asOf(id, earlier(time))).toEqual(index === 0 ? null : { version: index })
    }
    expect(await asOf(id, '9999-12-31T23:59:59.999Z')).toEqual({ version: 4 })
    expect(await asOf(id, '0001-01-01T00:00:00Z')).toBeNull()
  })

  test('has changes that were made at once in different versions, each with a different time', async () => {
    const { id } = await changedCase([])
    const comment = { caseInstanceId: id, comments: [{ text: 'Hello.' }] }
    await Promise.all(Array.from({ length: 20 }, () => change(server.url, 'addComments', comment)))
    const rows = await sql<{ at: Date }>(
      server.database,
      'select at from case_events where case_id = $1 order by version',
      [id],
    )
    const times = rows.map(({ at }) => at.toISOString())
    expect(new Set(times).size).toBe(21)
    expect(times).toEqual([...times].sort())
    for (const [index, time] of times.entries()) expect(await asOf(id, time)).toEqual({ version: index + 1 })
  })

  test('has a later time in each version even if the clock of the database was set back a little', async () => {
    const { id, times } = await changedCase(['Open'])
    const ahead = (column: string) => `${column} = ${column} + interval '900 milliseconds'`
    await sql(server.database, `update case_events set ${ahead('at')} where case_id = $1 and version = 2`, [id])
    await sql(server.database, `update cases set ${ahead('updated_at')} where id = $1`, [id])
    const comment = { caseInstanceId: id, comments: [{ text: 'Hello.' }] }
    const added = await change(server.url, 'addComments', comment)
    expect(added.case!.updatedAt > earlier(times[1]!, -900)).toBe(true)
  })

  test('is found by its time even if the stored time is more precise', async () => {
    const { id } = await changedCase(['Open'])
    await sql(server.database, `update case_events set at = '2026-01-01T10:00:00.123456Z' where case_id = $1`, [id])
    expect(await asOf(id, '2026-01-01T10:00:00.123Z')).toEqual({ version: 2 })
    expect(await asOf(id, '2026-01-01T10:00:00.122999Z')).toBeNull()
  })

  test('has the assignee or the group that it had then', async () => {
    const { id } = await changedCase([])
    const assignments: object[] = [
      { email: 'olga@example.com' },
      { groupName: 'Billing team' },
      { groupName: 'Field engineers' },
      { email: 'omar@example.com' },
    ]
    await change(server.url, 'updateCase', { caseInstanceId: id, categoryCode: 'BILLING', typeCode: 'QUESTION' })
    const selection = 'assignee { email } group { name } updatedAt permissions { update { reason } }'
    const seen: { updatedAt: string }[] = []
    for (const assignment of assignments) {
      const input = { caseInstanceId: id, ...assignment }
      seen.push((await change<{ updatedAt: string }>(server.url, 'assignCase', input, olga, selection)).case!)
    }
    expect(seen).toMatchObject([
      { assignee: { email: 'olga@example.com' }, group: null },
      { assignee: null, group: { name: 'Billing team' } },
      { assignee: null, group: { name: 'Field engineers' } },
      { assignee: { email: 'omar@example.com' }, group: null },
    ])
    for (const found of seen) expect(await asOf(id, found.updatedAt, selection)).toEqual(found)
  })

  test('is null before it was imported, and has later times even if the import is in the future', async () => {
    const past = `${await server.addCase({ createdAt: '2026-07-01T00:00:00Z', updatedAt: '2026-07-02T09:15:00.5Z' })}`
    expect(await asOf(past, '2026-07-02T09:15:00.499Z')).toBeNull()
    expect(await asOf(past, '2026-07-02T14:45:00.500+05:30')).toEqual({ version: 1 })
    const future = `${await server.addCase({ createdAt: '2030-07-01T00:00:00Z', updatedAt: '2999-07-02T00:00:00Z' })}`
    await change(server.url, 'updateCase', { caseInstanceId: future, ...codes, status: 'New' })
    expect(await asOf(future, '2998-01-01T00:00:00Z')).toEqual({ version: 2 })
    const unchanged = `${await server.addCase({ createdAt: '2999-07-01T00:00:00Z', updatedAt: '2999-07-02T00:00:00Z' })}`
    expect(await asOf(unchanged, '2998-01-01T00:00:00Z')).toEqual({ version: 1 })
    const [row] = await sql<{ near: boolean }>(
      server.database,
      `select updated_at < now() + interval '1 minute' as near from cases where id = $1`,
      [future],
    )
    expect(row?.near).toBe(true)
  })

  test('is null for callers who cannot access it now', async () => {
    const { id, times } = await changedCase(['Open'])
    expect(await asOf(id, times[0]!, 'version', omar)).toBeNull()
    await change(server.url, 'updateCase', { caseInstanceId: id, categoryCode: 'ACCOUNT', typeCode: 'QUESTION' })
    expect(await asOf(id, times[0]!, 'version typeCode', omar)).toEqual({ version: 1, typeCode: 'REFUND' })
  })

  test('shows an operator the comments as they were, and a party only what has not been edited or removed since', async () => {
    const { id } = await changedCase([])
    const add = { caseInstanceId: id, comments: ['Kept.', 'Secret.', 'Gone.'].map((text) => ({ text })) }
    const added = await change(server.url, 'addComments', add)
    const time = added.case!.updatedAt
    for (const text of ['Public.', 'Final.']) {
      await change(server.url, 'editComment', { commentId: `comment:${id}:2:2`, text })
    }
    await change(server.url, 'removeComment', { commentId: `comment:${id}:2:3` })
    const selection = 'comments { nodes { text editedAt } totalCount }'
    const unedited = ['Kept.', 'Secret.', 'Gone.'].map((text) => ({ text, editedAt: null }))
    expect(await asOf(id, time, selection)).toEqual({ comments: { nodes: unedited, totalCount: 3 } })
    const [kept, final] = [unedited[0], { text: 'Final.', editedAt: expect.any(String) }]
    expect(await asOf(id, time, selection, paula)).toEqual({ comments: { nodes: [kept, final], totalCount: 2 } })
    expect(
      JSON.stringify(
        await graphql(server.url, `{ case(id: ${id}) { history { nodes { changes { from to } } } } }`, {}, paula),
      ),
    ).not.toMatch(/Secret|Public|Gone/)
  })

  test('has the permissions that the caller would have now', async () => {
    const { id, times } = await changedCase([])
    await change(server.url, 'updateCase', { caseInstanceId: id, categoryCode: 'ACCOUNT', typeCode: 'QUESTION' })
    const selection = 'permissions { update { allowed reason } } availableStatuses { name }'
    expect(await asOf(id, times[0]!, selection, omar)).toMatchObject({
      permissions: { update: { allowed: false, reason: 'NOT_AUTHORISED' } },
      availableStatuses: [],
    })
  })

  const invalid = ['', 'yesterday', '2026-07-02', '2026-07-02T09:15Z', '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z']
  test.each([...invalid, 7, true])('requires a valid time: %j', async (time) => {
    const document = 'query ($time: DateTime) { case(id: 1001, asOf: $time) { id } }'
    const { errors } = await graphql(server.url, document, { time })
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('A DateTime must have the RFC 3339 format, for example'),
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })
})
