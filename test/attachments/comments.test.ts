import { describe, expect, test } from 'vitest'
import { get, png, upload } from '../support/attachments/upload.ts'
import { sql } from '../support/database/database.ts'
import { recordStatements } from '../support/database/statement-recorder.ts'
import { olga, omar, paula, pedro } from '../support/requests/credentials.ts'
import { change } from '../support/requests/changes.ts'
import { describeFaces, failure, refused } from '../support/requests/faces.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

interface Comment {
  id: string
  text: string
  attachments: { id: string; name: string }[]
}

async function commentsOf(id: number | string, caller = olga): Promise<Comment[]> {
  const query = `query { case(id: "${id}") { comments(first: 100) { nodes { id text attachments { id name } } } } }`
  const data = await graphqlData<{ case: { comments: { nodes: Comment[] } } }>(server.url, query, {}, caller)
  return data.case.comments.nodes
}

const namesOf = async (id: number | string) =>
  (await commentsOf(id)).map(({ attachments }) => attachments.map(({ name }) => name))

const file = (name: string, caller = olga) => upload(server.url, name, { name, ...caller })

describeFaces('comments take files', server, (face) => {
  test.each(['updateCase', 'patchCase', 'addComments'] as const)(
    'of %s, in the order of the input',
    async (operation) => {
      const id = await server.addCase()
      const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => file(name)))
      const comments = [
        { text: '', attachmentIds: [b!.id, a!.id] },
        { text: 'No file.' },
        { text: 'One.', attachmentIds: [c!.id] },
      ]
      const body = operation === 'updateCase' ? { ...codes, comments } : { comments }
      expect(await face.change(operation, { id, body })).toMatchObject({ outcome: 'ok' })
      expect(await namesOf(id)).toEqual([['b', 'a'], [], ['c']])
      const files = await get(server.url, `/api/v4/cases/${id}/attachments`)
      const { attachments } = (await files.json()) as { attachments: { name: string }[] }
      expect(attachments.map(({ name }) => name)).toEqual(['b', 'a', 'c'])
    },
  )

  test('of a new case', async () => {
    const { id } = await file('first')
    const values = { ...codes, caseData: { amount: 1, invoiceCount: 1, goodwill: false } }
    const created = await face.change('createCase', {
      body: { ...values, comments: [{ text: 'New.', attachmentIds: [id] }] },
    })
    expect(created).toMatchObject({ outcome: 'ok' })
    expect(await namesOf((created as { case: { id: number } }).case.id)).toEqual([['first']])
  })

  test('with two statements', async () => {
    const id = await server.addCase()
    const files = await Promise.all(['a', 'b', 'c'].map((name) => file(name)))
    const body = { ...codes, comments: [{ text: 'Three.', attachmentIds: files.map((each) => each.id) }] }
    await face.update({ id, body: codes })
    const texts = recordStatements()
    expect(await face.update({ id, body })).toMatchObject({ outcome: 'ok' })
    expect(texts).toHaveLength(2)
  })

  test('that are free files of the caller, and names the others', async () => {
    const id = await server.addCase()
    const [mine, used, omars] = [await file('mine'), await file('used'), await file('omars', omar)]
    await face.update({ id, body: { ...codes, comments: [{ text: 'Used.', attachmentIds: [used.id] }] } })
    const wrong = ['attachment:00000000-0000-4000-8000-000000000000', 'nonsense', used.id, omars.id]
    const comments = [{ text: 'x', attachmentIds: [mine.id, ...wrong] }]
    const paths = [1, 2, 3, 4].map((index) => ['comments', '0', 'attachmentIds', `${index}`])
    // Before the codes of the operation.
    const body = { categoryCode: 'NONE', typeCode: 'NONE', comments }
    expect(await face.update({ id, body })).toEqual(refused('malformedRequest', ...paths))
    // After the case.
    const invalid = failure(['invalidId', 'caseInstanceId'])
    expect(await face.update({ id: 999_999, body })).toEqual(invalid)
    expect(await namesOf(id)).toEqual([['used']])
    expect(
      await face.update({ id, body: { ...codes, comments: [{ text: 'x', attachmentIds: [mine.id] }] } }),
    ).toMatchObject({
      outcome: 'ok',
    })
  })

  test('at most ten for a comment, and none twice in a request', async () => {
    const id = await server.addCase()
    const { id: attachmentId } = await file('twice')
    const eleven = Array.from({ length: 11 }, () => attachmentId)
    const twice = [
      { text: 'a', attachmentIds: [attachmentId] },
      { text: 'b', attachmentIds: [attachmentId] },
    ]
    expect(await face.update({ id, body: { ...codes, comments: twice } })).toEqual(
      refused('malformedRequest', ['comments', '1', 'attachmentIds', '0']),
    )
    expect(await face.update({ id, body: { ...codes, comments: [{ text: 'x', attachmentIds: eleven }] } })).toEqual(
      refused('malformedRequest', ['comments', '0', 'attachmentIds']),
    )
    expect(await face.update({ id, body: { ...codes, comments: [{ text: ' ', attachmentIds: [] }] } })).toEqual(
      refused('malformedRequest', ['comments', '0', 'text']),
    )
  })

  test('of which one request gets each', async () => {
    const { id: attachmentId } = await file('wanted')
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map(() => server.addCase()))
    const comments = [{ text: 'Mine.', attachmentIds: [attachmentId] }]
    const results = await Promise.all(ids.map((id) => face.update({ id, body: { ...codes, comments } })))
    expect(results.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
    expect(results.filter(({ outcome }) => outcome === 'refused')).toHaveLength(5)
    const lists = await Promise.all(ids.map(namesOf))
    expect(lists.flat().toSorted()).toEqual([['wanted']])
  })
})

describe('a request with files', () => {
  const update = (id: number, attachmentId: string, more: object) => {
    const comments = [{ text: 'x', attachmentIds: [attachmentId] }]
    return change(server.url, 'updateCase', { caseInstanceId: `${id}`, ...codes, comments, ...more }, olga)
  }

  test('can be repeated with its key', async () => {
    const id = await server.addCase()
    const [one, two] = [await file('one'), await file('two')]
    const key = { idempotencyKey: `files of ${id}` }
    const first = await update(id, one.id, key)
    expect(first).toHaveProperty('case')
    expect(await update(id, one.id, key)).toEqual(first)
    expect(await update(id, two.id, key)).toMatchObject({ error: { code: 'CONFLICT' } })
    expect(await namesOf(id)).toEqual([['one']])
  })

  test('takes none in a dry run', async () => {
    const id = await server.addCase()
    const { id: attachmentId } = await file('dry')
    expect(await update(id, attachmentId, { dryRun: true })).toHaveProperty('case')
    expect(await namesOf(id)).toEqual([])
    expect(await update(id, attachmentId, {})).toHaveProperty('case')
  })
})

describe('a file is seen', () => {
  const statusOf = async (path: string, caller = olga) => (await get(server.url, path, caller)).status
  const add = (id: number, attachmentId: string, internal: boolean) =>
    graphqlData(
      server.url,
      `mutation($input: AddCommentsInput!) { addComments(input: $input) { __typename } }`,
      { input: { caseInstanceId: `${id}`, comments: [{ text: 'x', internal, attachmentIds: [attachmentId] }] } },
      olga,
    )

  test('by its uploader only, before it is part of a comment', async () => {
    const { id, contentPath } = await file('free', paula)
    for (const path of [`/api/v4/attachments/${id}`, contentPath]) {
      expect([await statusOf(path, paula), await statusOf(path, olga), await statusOf(path, pedro)]).toEqual([
        200, 404, 404,
      ])
    }
  })

  test('by whoever sees its comment', async () => {
    const id = await server.addCase()
    const [shown, hidden] = [await file('shown'), await file('hidden')]
    await add(id, shown.id, false)
    await add(id, hidden.id, true)
    const statuses = async (path: string) => [
      await statusOf(path),
      await statusOf(path, paula),
      await statusOf(path, pedro),
    ]
    expect(await statuses(shown.contentPath)).toEqual([200, 200, 404])
    expect(await statuses(hidden.contentPath)).toEqual([200, 404, 404])
    const read = `query($id: ID!) { node(id: $id) { ... on Attachment { name } } case(id: "${id}") { attachments(first: 5) { nodes { name } totalCount } } }`
    expect(await graphqlData(server.url, read, { id: hidden.id }, paula)).toEqual({
      node: null,
      case: { attachments: { nodes: [{ name: 'shown' }], totalCount: 1 } },
    })
    expect(await graphqlData(server.url, read, { id: hidden.id }, olga)).toMatchObject({ node: { name: 'hidden' } })
  })

  test('by nobody once its comment is removed, and its content goes', async () => {
    const id = await server.addCase()
    const attachment = await file('gone')
    await add(id, attachment.id, false)
    const [comment] = await commentsOf(id)
    const remove = `mutation($input: RemoveCommentInput!) { removeComment(input: $input) { __typename } }`
    await graphqlData(server.url, remove, { input: { commentId: comment!.id } }, olga)
    expect(await statusOf(attachment.contentPath)).toBe(404)
    expect(await statusOf(`/api/v4/attachments/${attachment.id}`)).toBe(404)
    const uuid = attachment.id.split(':')[1]
    const [row] = await sql<{ due: boolean }>(
      server.database,
      `select remove_at <= now() and sha256 is null as due from attachments where id = '${uuid}'`,
    )
    expect(row).toEqual({ due: true })
  })

  test('in pages, from both ends', async () => {
    const id = await server.addCase()
    for (const name of ['1', '2', '3']) await add(id, (await file(name)).id, name === '2')
    const page = async (args: string, caller = olga) => {
      const query = `query { case(id: "${id}") { attachments(${args}) { nodes { name } pageInfo { endCursor } } } }`
      const data = await graphqlData<{
        case: { attachments: { nodes: { name: string }[]; pageInfo: { endCursor: string } } }
      }>(server.url, query, {}, caller)
      const { nodes, pageInfo } = data.case.attachments
      return { names: nodes.map(({ name }) => name), cursor: pageInfo.endCursor }
    }
    const first = await page('first: 2')
    expect(first.names).toEqual(['1', '2'])
    expect((await page(`first: 2, after: "${first.cursor}"`)).names).toEqual(['3'])
    expect((await page('last: 2')).names).toEqual(['2', '3'])
    expect((await page('first: 5', paula)).names).toEqual(['1', '3'])
  })
})

test('events name the files of their comments', async () => {
  const id = await server.addCase()
  const attachment = await upload(server.url, 'named', { name: 'named.txt' })
  const input = { caseInstanceId: `${id}`, comments: [{ text: '', attachmentIds: [attachment.id] }] }
  const add = `mutation($input: AddCommentsInput!) { addComments(input: $input) { __typename } }`
  await graphqlData(server.url, add, { input }, olga)
  const read = `query { case(id: "${id}") { history(last: 1) { nodes { comments { attachments { name contentPath } } } } } }`
  const { contentPath } = attachment
  expect(await graphqlData(server.url, read, {}, olga)).toEqual({
    case: { history: { nodes: [{ comments: [{ attachments: [{ name: 'named.txt', contentPath }] }] }] } },
  })
})

test('an edited comment keeps its files', async () => {
  const id = await server.addCase()
  const attachment = await upload(server.url, png, { name: 'kept.png' })
  const input = { caseInstanceId: `${id}`, comments: [{ text: 'before', attachmentIds: [attachment.id] }] }
  await graphqlData(
    server.url,
    `mutation($input: AddCommentsInput!) { addComments(input: $input) { __typename } }`,
    { input },
    olga,
  )
  const [comment] = await commentsOf(id)
  const edit = `mutation($input: EditCommentInput!) { editComment(input: $input) { ... on EditCommentPayload { comment { text attachments { name } } } } }`
  expect(await graphqlData(server.url, edit, { input: { commentId: comment!.id, text: 'after' } }, olga)).toEqual({
    editComment: { comment: { text: 'after', attachments: [{ name: 'kept.png' }] } },
  })
})

test('a free file of the caller can be deleted, once, and no other', async () => {
  const remove = async (id: string, caller = olga) => {
    const mutation = `mutation($input: DeleteAttachmentInput!) { deleteAttachment(input: $input) { ... on DeleteAttachmentPayload { attachmentId } ... on DeleteAttachmentError { problems { code path } } } }`
    const data = await graphqlData<{ deleteAttachment: object }>(
      server.url,
      mutation,
      { input: { attachmentId: id } },
      caller,
    )
    return data.deleteAttachment
  }
  const invalid = { problems: [{ code: 'invalidId', path: ['attachmentId'] }] }
  const [free, used] = [await file('free'), await file('used')]
  const id = await server.addCase()
  const input = { caseInstanceId: `${id}`, comments: [{ text: 'x', attachmentIds: [used.id] }] }
  await graphqlData(
    server.url,
    `mutation($input: AddCommentsInput!) { addComments(input: $input) { __typename } }`,
    { input },
    olga,
  )
  expect(await remove(free.id, omar)).toEqual(invalid)
  expect(await remove(used.id)).toEqual(invalid)
  expect(await remove(free.id)).toEqual({ attachmentId: free.id })
  expect(await remove(free.id)).toEqual(invalid)
  expect((await get(server.url, free.contentPath)).status).toBe(404)
})
