import { describe, expect, test } from 'vitest'
import { sql } from '../../support/database/database.ts'
import { configure, adminData } from '../../support/requests/configure.ts'
import { change } from '../../support/requests/changes.ts'
import { olga, paula } from '../../support/requests/credentials.ts'
import { describeFaces } from '../../support/requests/faces.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer({ data: adminData })

const codes = { typeCode: 'REFUND', categoryCode: 'BILLING' }
const comments = [{ text: 'Here it is.' }]
const waiting = () => server.addCase({ status: 'Waiting for customer' })

async function latestEvent(id: number | string) {
  const [event] = await sql<{ kind: string; changes: object[]; waits: boolean; status: string }>(
    server.database,
    `select e.kind, e.changes, c.customer_waiting_since is not null as waits, c.status
    from case_events e join cases c on c.id = e.case_id and c.version = e.version where c.id = $1`,
    [id],
  )
  return event
}

const moved = (from: string) => [{ path: ['status'], from, to: 'Open' }]

describeFaces('a public comment of a party', server, (face) => {
  test.each([
    ['addComments', 'COMMENTED'],
    ['patchCase', 'UPDATED'],
    ['updateCase', 'UPDATED'],
  ] as const)('with %s moves the case in the same change', async (operation, kind) => {
    const id = await waiting()
    const body = operation === 'updateCase' ? { ...codes, comments } : { comments }
    const answer = await face.change(operation, { id, body, ...paula })
    expect(answer).toMatchObject({ outcome: 'ok', case: { status: 'Open' } })
    expect(await latestEvent(id)).toEqual({ kind, changes: moved('Waiting for customer'), waits: true, status: 'Open' })
  })

  test('reopens a closed case, so that the party waits', async () => {
    const id = await server.addCase({ status: 'Resolved' })
    await face.change('addComments', { id, body: { comments }, ...paula })
    expect(await latestEvent(id)).toMatchObject({ changes: moved('Resolved'), waits: true })
  })

  test.each(['patchCase', 'updateCase'] as const)(
    'with a status that is sent with %s moves it there',
    async (operation) => {
      for (const status of ['In progress', 'Waiting for customer']) {
        const id = await waiting()
        const body = { status, comments, ...(operation === 'updateCase' && codes) }
        expect(await face.change(operation, { id, body, ...paula })).toMatchObject({ outcome: 'ok', case: { status } })
      }
    },
  )
})

test('a dry run shows the status that a comment of a party would move the case to', async () => {
  const id = await waiting()
  const input = { caseInstanceId: `${id}`, comments, dryRun: true }
  expect((await change(server.url, 'addComments', input, paula)).case?.status).toBe('Open')
  expect(await server.version(id)).toBe(1)
})

describe('the status stays', () => {
  const statusAfter = async (id: number, caller = paula, input: object = { comments }) =>
    (await change(server.url, 'addComments', { caseInstanceId: `${id}`, ...input }, caller)).case?.status

  test('after a comment of an operator, and after none', async () => {
    const id = await waiting()
    expect(await statusAfter(id, olga)).toBe('Waiting for customer')
    expect(await statusAfter(id, olga, { comments: [{ text: 'Note.', internal: true }] })).toBe('Waiting for customer')
    const patched = await change(server.url, 'patchCase', { caseInstanceId: `${id}`, subject: 'Mine' }, paula)
    expect(patched.case?.status).toBe('Waiting for customer')
  })

  test('if it names no other one', async () => {
    expect(await statusAfter(await server.addCase({ status: 'In progress' }))).toBe('In progress')
  })

  test('if the other one is not active, may not follow, or needs a field that the case lacks', async () => {
    const statuses = [
      { name: 'To archive', afterPartyComment: 'Escalated by telex' },
      { name: 'On hold', afterPartyComment: 'Open', transitions: ['New'] },
      { name: 'Asked', afterPartyComment: 'Closed' },
    ]
    const fields = [{ name: 'reason', kind: 'TEXT', required: 'WHEN_CLOSED' }]
    const types = [{ code: 'LATE', name: 'Late', fields }]
    const typeCategories = [{ typeCode: 'LATE', categoryCode: 'BILLING' }]
    expect(await configure(server.url, { statuses, types, typeCategories })).not.toHaveProperty('problems')
    for (const { name: status } of statuses) {
      const values = { typeCode: 'LATE', categoryCode: 'BILLING', status, caseData: {} }
      expect(await statusAfter(await server.addCase(values))).toBe(status)
    }
    const complete = { typeCode: 'LATE', categoryCode: 'BILLING', status: 'Asked', caseData: { reason: 'Done.' } }
    const id = await server.addCase(complete)
    expect(await statusAfter(id)).toBe('Closed')
    expect(await latestEvent(id)).toMatchObject({ waits: false })
  })
})

describe('afterPartyComment in the configuration', () => {
  const statusOf = async (name: string) =>
    (
      await sql<{ next: string | null }>(
        server.database,
        'select after_party_comment as next from case_statuses where name = $1',
        [name],
      )
    )[0]?.next

  test('is changed, kept and removed', async () => {
    await configure(server.url, {
      statuses: [
        { name: 'A', afterPartyComment: 'B' },
        { name: 'B', afterPartyComment: 'A' },
      ],
    })
    expect([await statusOf('A'), await statusOf('B')]).toEqual(['B', 'A'])
    await configure(server.url, { statuses: [{ name: 'A', closed: true }] })
    expect(await statusOf('A')).toBe('B')
    const { changes } = await configure(server.url, { statuses: [{ name: 'A', afterPartyComment: null }] })
    expect(changes?.[0]).toMatchObject({ changes: [{ path: ['afterPartyComment'], from: 'B', to: null }] })
    expect(await statusOf('A')).toBeNull()
  })

  test('must name a status', async () => {
    const { problems } = await configure(server.url, { statuses: [{ name: 'C', afterPartyComment: 'Nowhere' }] })
    const transition = await configure(server.url, { statuses: [{ name: 'C', transitions: ['Nowhere'] }] })
    expect(problems).toMatchObject([
      { code: transition.problems![0]!.code, path: ['statuses', '0', 'afterPartyComment'] },
    ])
    expect(await statusOf('C')).toBeUndefined()
  })
})
