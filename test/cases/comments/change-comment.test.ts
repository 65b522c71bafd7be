import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { change, type ChangeName } from '../../support/requests/changes.ts'
import {
  type Credentials,
  carla,
  odette,
  olga,
  omar,
  omarAtPartner,
  paula,
  pedro,
} from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { useServer } from '../../support/server/server.ts'

/** A party at a touchpoint that may modify all network cases. */
const pedroAtPartner: Credentials = { token: 'pedro at partner', touchpoint: 'partner' }
const server = useServer({
  data: {
    sessions: [{ token: pedroAtPartner.token, touchpointCode: 'partner', login: 'PARTY', email: 'pedro@example.com' }],
  },
})

const callers = { olga, odette, omar, omarAtPartner, paula, pedro, pedroAtPartner, carla }
type Caller = keyof typeof callers
type Mutation = 'editComment' | 'removeComment'
const send = (mutation: ChangeName, input: Record<string, unknown>, caller: Credentials = olga) =>
  change(server.url, mutation, input, caller)
const inputOf = (mutation: Mutation, commentId: string) =>
  mutation === 'editComment' ? { commentId, text: ' Changed. ' } : { commentId }

let caseId: string
/** IDs of comments on Paula's incident. */
let comments: Record<'own' | 'public' | 'internal', string>

async function addComment(text: string, caller: Credentials, internal = false): Promise<string> {
  const { case: found } = await send('addComments', { caseInstanceId: caseId, comments: [{ text, internal }] }, caller)
  return `comment:${caseId}:${found?.version}:1`
}

/** Moves the event that added a comment into the past. */
async function makeOlder(commentId: string, age: string): Promise<void> {
  const [, id, version] = commentId.split(':')
  const text = 'update case_events set at = now() - $3::interval where case_id = $1 and version = $2'
  await sql(server.database, text, [id, version, age])
}

/** Adds a case with three comments. */
async function prepare(): Promise<void> {
  const caseData = { severity: 3, signalDbm: -97, lineDown: true }
  caseId = `${await server.addCase({ typeCode: 'INCIDENT', categoryCode: 'NETWORK', caseData })}`
  comments = {
    own: await addComment('From Paula.', paula),
    public: await addComment('From Olga.', olga),
    internal: await addComment('Between us.', olga, true),
  }
}

async function texts(caller: Credentials): Promise<{ texts: string[]; total: number }> {
  const document = `query ($id: ID!) { case(id: $id) { comments { nodes { text } totalCount } } }`
  const { case: found } = await graphqlData<{ case: { comments: { nodes: { text: string }[]; totalCount: number } } }>(
    server.url,
    document,
    { id: caseId },
    caller,
  )
  return { texts: found.comments.nodes.map(({ text }) => text), total: found.comments.totalCount }
}

interface Event {
  sequence: number
  kind: string
  actor: { email: string | null }
  changes: { path: string[]; from: unknown; to: unknown }[]
}

async function history(caller: Credentials): Promise<{ nodes: Event[]; totalCount: number }> {
  const document = `query ($id: ID!) { case(id: $id) {
    history { nodes { sequence kind actor { email } changes { path from to } } totalCount }
  } }`
  type Data = { case: { history: { nodes: Event[]; totalCount: number } } }
  return (await graphqlData<Data>(server.url, document, { id: caseId }, caller)).case.history
}

describe.each<Mutation>(['editComment', 'removeComment'])('%s writes nothing and', (mutation) => {
  beforeAll(prepare)

  const refused: [code: string, Caller, 'own' | 'public' | 'internal', age: string][] = [
    ['notPermitted', 'paula', 'own', '15:01'],
    ['notPermitted', 'paula', 'public', '00:01'],
    ['notPermitted', 'pedroAtPartner', 'own', '00:01'],
    ['invalidId', 'paula', 'internal', '00:01'],
    ['invalidId', 'pedroAtPartner', 'internal', '00:01'],
    ['invalidId', 'pedro', 'own', '00:01'],
    ['invalidId', 'omar', 'own', '00:01'],
    ['invalidId', 'odette', 'public', '00:01'],
    ['invalidId', 'carla', 'own', '00:01'],
  ]
  test.each(refused)('is %s to %s for the %s comment, %s minutes old', async (code, caller, which, age) => {
    await makeOlder(comments[which], `00:${age}`)
    const answer = await send(mutation, inputOf(mutation, comments[which]), callers[caller])
    expect(answer).toMatchObject({ code, problems: [{ code, path: ['commentId'] }] })
    expect(await server.version(Number(caseId))).toBe(4)
    expect((await texts(olga)).texts).toEqual(['From Paula.', 'From Olga.', 'Between us.'])
  })
})

describe.each<Mutation>(['editComment', 'removeComment'])('%s', (mutation) => {
  beforeEach(prepare)

  const allowed: [Caller, 'own' | 'public' | 'internal', age: string][] = [
    ['paula', 'own', '14:59'],
    ['olga', 'own', '14:59'],
    ['olga', 'own', '15:01'],
    ['olga', 'public', '15:01'],
    ['olga', 'internal', '15:01'],
    ['omarAtPartner', 'internal', '15:01'],
  ]
  test.each(allowed)('is permitted to %s for the %s comment, %s minutes old', async (caller, which, age) => {
    await makeOlder(comments[which], `00:${age}`)
    const answer = await send(mutation, inputOf(mutation, comments[which]), callers[caller])
    expect(answer.case).toMatchObject({ id: caseId, version: 5 })
  })

  test('counts the 15 minutes from when an imported comment was written', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const written = [10, 20].map((minutes) => ({
      text: 'Hello.',
      authorEmail: 'paula@example.com',
      createdAt: at(minutes),
    }))
    const id = await server.addCase({ comments: written })
    expect((await send(mutation, inputOf(mutation, `comment:${id}:1:1`), paula)).case?.version).toBe(2)
    expect((await send(mutation, inputOf(mutation, `comment:${id}:1:2`), paula)).code).toBe('notPermitted')
  })

  test('answers alike for comments that do not exist, were removed or cannot be seen', async () => {
    await send('removeComment', { commentId: comments.public })
    const missing = ['', 'x', caseId, `comment:${caseId}:9:1`, `comment:${caseId}:2:0`, 'comment:999999:1:1']
    const answers = [...missing, comments.public].map((id) => send(mutation, inputOf(mutation, id)))
    const hidden = [send(mutation, inputOf(mutation, comments.internal), paula)]
    const [first, ...others] = await Promise.all([...answers, ...hidden])
    expect(first?.code).toBe('invalidId')
    for (const other of others) expect(other).toEqual(first)
  })

  test('of an internal comment is not in the history that a party sees', async () => {
    await send(mutation, inputOf(mutation, comments.internal))
    expect((await history(paula)).nodes.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
    expect((await history(paula)).totalCount).toBe(3)
    expect((await history(olga)).nodes.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
  })

  test('of an open comment is in the history that a party sees, without the texts', async () => {
    await send(mutation, inputOf(mutation, comments.public))
    expect((await history(paula)).nodes.at(-1)).toEqual({
      sequence: 5,
      kind: mutation === 'editComment' ? 'COMMENT_EDITED' : 'COMMENT_REMOVED',
      actor: { email: null },
      changes: [{ path: ['comments', comments.public], from: null, to: null }],
    })
  })
})

describe('editComment', () => {
  beforeEach(prepare)

  test('replaces the text, says when, and records both texts', async () => {
    const document = `query ($id: ID!) { node(id: $id) { ... on CaseComment { text editedAt createdAt } } }`
    const read = async () =>
      (
        await graphqlData<{ node: { text: string; editedAt: string | null; createdAt: string } }>(
          server.url,
          document,
          { id: comments.own },
          paula,
        )
      ).node
    const before = await read()
    expect(before.editedAt).toBeNull()
    for (const text of ['Better.', 'Best.']) await send('editComment', { commentId: comments.own, text }, paula)
    const { case: found } = await send('unassignCase', { caseInstanceId: caseId })
    expect(await read()).toEqual({ text: 'Best.', createdAt: before.createdAt, editedAt: found?.updatedAt })
    const path = ['comments', comments.own]
    expect((await history(olga)).nodes.slice(-2)).toMatchObject([
      { kind: 'COMMENT_EDITED', changes: [{ path, from: 'From Paula.', to: 'Better.' }] },
      {
        kind: 'COMMENT_EDITED',
        actor: { email: 'paula@example.com' },
        changes: [{ path, from: 'Better.', to: 'Best.' }],
      },
    ])
  })

  test('with the same text succeeds and writes nothing', async () => {
    const input = { commentId: comments.own, text: ' From Paula.\n' }
    expect((await send('editComment', input, paula)).case?.version).toBe(4)
  })

  const limits = 'text must have 1 to 10,000 characters, not counting leading and trailing white space.'
  test.each([
    ['', limits],
    [' \n', limits],
    ['x'.repeat(10_001), limits],
    ['a\0', 'text must not contain NUL characters or lone surrogates.'],
  ])('refuses the text %#', async (text, message) => {
    const { error } = await send('editComment', { commentId: comments.own, text })
    expect(error).toMatchObject({ code: 'BAD_USER_INPUT', message, problems: [{ message, path: ['text'] }] })
  })

  test('finds the case by the new words and no longer by the old ones', async () => {
    await send('editComment', { commentId: comments.own, text: 'xylophone' })
    await send('editComment', { commentId: comments.own, text: 'bassoon' })
    const found = async (text: string) => {
      const document = `query ($text: String) { cases(filter: { text: $text }) { nodes { id } } }`
      return (await graphqlData<{ cases: { nodes: { id: string }[] } }>(server.url, document, { text })).cases.nodes
    }
    expect([await found('xylophone'), await found('bassoon')]).toEqual([[], [{ id: caseId }]])
  })
})

describe('removeComment', () => {
  beforeEach(prepare)

  test('removes the comment from every list and count, and its ID is no longer found', async () => {
    await send('removeComment', { commentId: comments.own })
    expect(await texts(olga)).toEqual({ texts: ['From Olga.', 'Between us.'], total: 2 })
    expect(await texts(paula)).toEqual({ texts: ['From Olga.'], total: 1 })
    for (const caller of [olga, paula]) {
      const { node } = await graphqlData<{ node: object | null }>(
        server.url,
        `query ($id: ID!) { node(id: $id) { id } }`,
        { id: comments.own },
        caller,
      )
      expect(node).toBeNull()
    }
  })

  test('keeps the text in the history that operators see', async () => {
    await send('removeComment', { commentId: comments.own }, paula)
    expect((await history(olga)).nodes.at(-1)).toMatchObject({
      kind: 'COMMENT_REMOVED',
      changes: [{ path: ['comments', comments.own], from: 'From Paula.', to: null }],
    })
  })

  test('happens once, however often it is sent at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send('removeComment', { commentId: comments.own })),
    )
    expect(answers.filter((answer) => answer.case)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'invalidId')).toHaveLength(4)
    expect(await server.version(Number(caseId))).toBe(5)
  })
})
