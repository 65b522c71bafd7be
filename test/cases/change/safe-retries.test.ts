import { describe, expect, test } from 'vitest'
import { olga, paula } from '../../support/requests/credentials.ts'
import { countRows, keyedEvents } from '../../support/database/count-rows.ts'
import { sql } from '../../support/database/database.ts'
import { type ChangeName, change } from '../../support/requests/changes.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
let lastKey = 0
const newKey = () => `key ${++lastKey}`

const inGroup = { groupName: 'Billing team' }
const addCase = async (values = {}) => ({ caseInstanceId: `${await server.addCase(values)}` })
async function addComment() {
  const { caseInstanceId } = await addCase({ comments: [{ text: 'Hello', authorEmail: 'olga@example.com' }] })
  return { commentId: `comment:${caseInstanceId}:1:1` }
}

/** Links or merges two new cases. Returns their IDs. */
async function sent(mutation: 'linkCases' | 'mergeCase', more: object) {
  const { caseInstanceId } = await addCase()
  const other = await server.addCase()
  const input = { caseInstanceId, [mutation === 'linkCases' ? 'otherCaseId' : 'intoCaseId']: other, ...more }
  expect((await send(mutation, input)).case).toBeDefined()
  return { caseInstanceId, otherCaseId: other }
}

const inputs: Record<ChangeName, () => Promise<Record<string, unknown>>> = {
  createCase: async () => ({ ...codes, caseData: refundData, comments: [{ text: 'Hello' }] }),
  updateCase: async () => ({ ...(await addCase()), ...codes, comments: [{ text: 'Hello' }] }),
  patchCase: async () => ({ ...(await addCase()), caseData: { amount: 9 } }),
  assignCase: async () => ({ ...(await addCase()), ...inGroup }),
  unassignCase: async () => addCase(inGroup),
  async takeNextCase() {
    await addCase(inGroup)
    return inGroup
  },
  addComments: async () => ({ ...(await addCase()), comments: [{ text: 'Hello' }] }),
  editComment: async () => ({ ...(await addComment()), text: 'Changed' }),
  removeComment: addComment,
  linkCases: async () => ({ ...(await addCase()), otherCaseId: await server.addCase(), kind: 'RELATED' }),
  unlinkCases: () => sent('linkCases', { kind: 'RELATED' }),
  mergeCase: async () => ({ ...(await addCase()), intoCaseId: await server.addCase() }),
  unmergeCase: async () => ({ caseInstanceId: (await sent('mergeCase', {})).caseInstanceId }),
}

/** What makes an input of each mutation a different one. */
const otherInputs: Record<ChangeName, Record<string, unknown>> = {
  createCase: { status: 'Open' },
  updateCase: { status: 'Open' },
  patchCase: { status: 'New' },
  assignCase: { email: 'olga@example.com' },
  unassignCase: { expectedVersion: 1 },
  takeNextCase: { groupName: null },
  addComments: { comments: [{ text: 'Hello', internal: true }] },
  editComment: { text: 'Other' },
  removeComment: { commentId: 'comment:1001:1:1' },
  linkCases: { kind: 'PARENT' },
  unlinkCases: { otherCaseId: 1001 },
  mergeCase: { intoCaseId: 1001 },
  unmergeCase: { status: 'Open' },
}
const send = (mutation: ChangeName, input: Record<string, unknown>, caller = olga) =>
  change(server.url, mutation, input, caller)

describe.each(Object.keys(inputs) as ChangeName[])('%s with an idempotency key', (mutation) => {
  test('sent again returns the first answer and writes nothing', async () => {
    const input = { ...(await inputs[mutation]()), idempotencyKey: newKey() }
    const first = await send(mutation, input)
    expect(first.case).toBeDefined()
    const rows = await countRows(server.database)
    const second = await send(mutation, input)
    expect(JSON.stringify(second)).toBe(JSON.stringify(first))
    expect(await countRows(server.database)).toEqual(rows)
  })

  test('returns the first answer even after later changes', async () => {
    const input = { ...(await inputs[mutation]()), idempotencyKey: newKey() }
    const first = await send(mutation, input)
    const id = first.case?.id
    // A merged case takes no other change.
    if (mutation === 'mergeCase') await send('unmergeCase', { caseInstanceId: id })
    const others = [
      { caseInstanceId: id, ...codes, status: 'In progress', caseData: { ...refundData, amount: 7 } },
      { caseInstanceId: id, categoryCode: 'ACCOUNT', typeCode: 'QUESTION', caseData: {} },
    ]
    for (const other of others) expect((await send('updateCase', other)).case).toBeDefined()
    for (const target of [{ email: 'olga@example.com' }, { groupName: 'Billing team' }]) {
      await send('assignCase', { caseInstanceId: id, ...target })
    }
    const { comments: _, ...fields } = first.case ?? {}
    expect((await send(mutation, input)).case).toMatchObject(fields)
  })

  test('sent 8 times at once takes effect once', async () => {
    const input = { ...(await inputs[mutation]()), idempotencyKey: newKey() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(mutation, input)))
    expect(answers[0]?.case).toBeDefined()
    for (const answer of answers) expect(answer).toEqual(answers[0])
    const [row] = await sql<{ count: number }>(server.database, keyedEvents, [input.idempotencyKey])
    expect(row?.count).toBe(1)
  })

  test('refuses another input with CONFLICT', async () => {
    const input = { ...(await inputs[mutation]()), idempotencyKey: newKey() }
    await send(mutation, input)
    const rows = await countRows(server.database)
    const { error } = await send(mutation, { ...input, ...otherInputs[mutation] })
    expect(error?.code).toBe('CONFLICT')
    expect(await countRows(server.database)).toEqual(rows)
  })
})

describe.each(['createCase', 'updateCase', 'assignCase'] as const)('%s with an idempotency key', (mutation) => {
  test('returns the first problems, even if the input would succeed now', async () => {
    const wrong = mutation === 'assignCase' ? { groupName: `Team ${lastKey}` } : { status: `Status ${lastKey}` }
    const input = { ...(await inputs[mutation]()), ...wrong, idempotencyKey: newKey() }
    const first = await send(mutation, input)
    expect(first.problems).toHaveLength(1)
    const name = Object.values(wrong)[0]
    if (mutation === 'assignCase')
      await sql(server.database, 'insert into operator_groups (name, active) values ($1, true)', [name])
    else await sql(server.database, 'insert into case_statuses values ($1, true, false, false)', [name])
    expect(await send(mutation, input)).toEqual(first)
    expect((await send(mutation, { ...input, idempotencyKey: newKey() })).case).toBeDefined()
  })
})

describe.each(['unassignCase', 'addComments'] as const)('%s with an idempotency key', (mutation) => {
  test('returns the first problem, even if the case exists now', async () => {
    const id = await server.addCase()
    const caseInstanceId = `${id + 1_000_000}`
    const input = { ...(await inputs[mutation]()), caseInstanceId, idempotencyKey: newKey() }
    const first = await send(mutation, input)
    expect(first.code).toBe('invalidId')
    await server.addCase({ id: id + 1_000_000 })
    expect(await send(mutation, input)).toEqual(first)
    expect((await send(mutation, { ...input, idempotencyKey: newKey() })).case).toBeDefined()
  })
})

describe('takeNextCase with an idempotency key', () => {
  test('returns the first answer, even if a case is waiting now', async () => {
    while ((await send('takeNextCase', {})).case);
    const input = { idempotencyKey: newKey() }
    const first = await send('takeNextCase', input)
    expect(first.case).toBeNull()
    await addCase(inGroup)
    expect(await send('takeNextCase', input)).toEqual(first)
    expect((await send('takeNextCase', { idempotencyKey: newKey() })).case).not.toBeNull()
  })

  test('returns the first problem, even if the group exists now', async () => {
    const input = { groupName: 'Night shift', idempotencyKey: newKey() }
    const first = await send('takeNextCase', input)
    expect(first.code).toBe('invalidName')
    await sql(
      server.database,
      `with g as (insert into operator_groups (name, active) values ('Night shift', true) returning id)
      insert into operator_group_members (operator_id, group_id)
      select p.id, g.id from persons p, g where p.email = 'olga@example.com'`,
    )
    expect(await send('takeNextCase', input)).toEqual(first)
    expect((await send('takeNextCase', { ...input, idempotencyKey: newKey() })).case).toBeNull()
  })
})

describe('an idempotency key', () => {
  test('belongs to its session', async () => {
    const input = { ...(await inputs.updateCase()), idempotencyKey: newKey() }
    await send('updateCase', input)
    expect((await send('updateCase', input, paula)).case?.version).toBe(3)
  })

  test('is shared by all mutations of a session', async () => {
    const idempotencyKey = newKey()
    await send('updateCase', { ...(await inputs.updateCase()), idempotencyKey })
    const { error } = await send('assignCase', { ...(await inputs.assignCase()), idempotencyKey })
    expect(error?.code).toBe('CONFLICT')
  })

  test('also keeps the answer of a change that changed nothing', async () => {
    const id = await server.addCase()
    const unchanging = { caseInstanceId: `${id}`, ...codes, status: 'Open' }
    await send('updateCase', unchanging)
    const version = await server.version(id)
    const input = { ...unchanging, idempotencyKey: newKey() }
    const first = await send('updateCase', input)
    expect(await server.version(id)).toBe(version)
    await send('updateCase', { caseInstanceId: `${id}`, ...codes, status: 'In progress' })
    expect(await send('updateCase', input)).toEqual(first)
    expect(await server.version(id)).toBe(version + 1)
  })

  test('can be used again after 24 hours', async () => {
    const input = { ...(await inputs.updateCase()), idempotencyKey: newKey() }
    await send('updateCase', input)
    const age = (hours: string) =>
      sql(server.database, 'update idempotency_keys set created_at = now() - $1::interval where key = $2', [
        hours,
        input.idempotencyKey,
      ])
    await age('23:59')
    expect((await send('updateCase', input)).case?.version).toBe(2)
    await age('24:01')
    expect((await send('updateCase', input)).case?.version).toBe(3)
    expect((await send('updateCase', input)).case?.version).toBe(3)
  })

  test('stores problems with any name of a field', async () => {
    const caseData = { 'a\0': 1, '\ud800': 1 }
    const input = { ...(await inputs.updateCase()), caseData, idempotencyKey: newKey() }
    const first = await send('updateCase', input)
    expect(first.code).toBe('invalidCaseField')
    expect(await send('updateCase', input)).toEqual(first)
  })

  test('of a revoked session is refused', async () => {
    const input = { ...(await inputs.updateCase()), idempotencyKey: newKey() }
    await send('updateCase', input, paula)
    await sql(server.database, `update sessions set revoked_at = now() where token_hash = sha256($1::text::bytea)`, [
      paula.token,
    ])
    expect((await send('updateCase', input, paula)).error?.code).toBe('UNAUTHENTICATED')
    await sql(server.database, `update sessions set revoked_at = null`)
  })

  test.each(['', 'x'.repeat(256), 'a\0', '\ud800'])('must be valid: %j', async (idempotencyKey) => {
    const { error } = await send('updateCase', { ...(await inputs.updateCase()), idempotencyKey })
    const message = expect.stringMatching(/^idempotencyKey must have 1 to 255 characters/)
    expect(error).toMatchObject({ code: 'BAD_USER_INPUT', message })
  })
})
