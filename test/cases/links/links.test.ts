import { describe, expect, test } from 'vitest'
import { databaseKind, lockWaits, sql } from '../../support/database/database.ts'
import { change } from '../../support/requests/changes.ts'
import { carla, olga, omarAtPartner, paula, pedro } from '../../support/requests/credentials.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { linkedCase, linkFaces, linksOfCase } from '../../support/requests/link-requests.ts'
import { bodyOf, restClient } from '../../support/requests/rest-client.ts'
import { recordStatements } from '../../support/database/statement-recorder.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer()
const rest = restClient(server)

const newCase = (values: Parameters<typeof server.addCase>[0] = {}) => server.addCase(values)
const newCases = (count: number) => Promise.all(Array.from({ length: count }, () => newCase()))

interface Event {
  kind: string
  internal: boolean
  changes: { path: string[]; from: unknown; to: unknown }[]
}

async function lastEvent(id: number, caller = olga): Promise<Event | undefined> {
  const query = `query($id: ID!) { case(id: $id) { history(last: 1) { nodes { kind internal changes { path from to } } } } }`
  const { case: found } = await graphqlData<{ case: { history: { nodes: Event[] } } }>(
    server.url,
    query,
    { id },
    caller,
  )
  return found.history.nodes[0]
}

const counts = async () =>
  (
    await sql(
      server.database,
      'select (select count(*) from case_events) as events, (select count(*) from case_links) as links',
    )
  )[0]

describe.each(linkFaces(server))('over %s', (_name, send) => {
  describe('a link', () => {
    test('is shown on both cases, each of which gets a version and an event', async () => {
      const [a, b] = (await newCases(2)) as [number, number]
      expect(await send('linkCases', { id: a, other: b, kind: 'PARENT' })).toBe('ok')
      expect(await linksOfCase(server, a)).toEqual([`PARENT ${b}`])
      expect(await linksOfCase(server, b)).toEqual([`CHILD ${a}`])
      expect(await lastEvent(a)).toEqual({
        kind: 'LINKED',
        internal: true,
        changes: [{ path: ['links', `${b}`], from: null, to: 'PARENT' }],
      })
      expect(await lastEvent(b)).toMatchObject({ kind: 'LINKED', changes: [{ path: ['links', `${a}`], to: 'CHILD' }] })
      expect([await server.version(a), await server.version(b)]).toEqual([2, 2])
    })

    test('replaces the kind of an earlier one, also in the other direction', async () => {
      const [a, b] = (await newCases(2)) as [number, number]
      await send('linkCases', { id: a, other: b, kind: 'PARENT' })
      expect(await send('linkCases', { id: b, other: a, kind: 'PARENT' })).toBe('ok')
      expect(await linksOfCase(server, a)).toEqual([`CHILD ${b}`])
      expect(await lastEvent(a)).toMatchObject({ changes: [{ from: 'PARENT', to: 'CHILD' }] })
      expect(await send('linkCases', { id: a, other: b, kind: 'RELATED' })).toBe('ok')
      expect(await linksOfCase(server, b)).toEqual([`RELATED ${a}`])
    })

    test('that exists already writes nothing', async () => {
      const [a, b] = (await newCases(2)) as [number, number]
      await send('linkCases', { id: a, other: b, kind: 'RELATED' })
      const before = await counts()
      expect(await send('linkCases', { id: b, other: a, kind: 'RELATED' })).toBe('ok')
      expect(await counts()).toEqual(before)
    })

    test('is removed from both', async () => {
      const [a, b] = (await newCases(2)) as [number, number]
      await send('linkCases', { id: a, other: b, kind: 'CHILD' })
      expect(await send('unlinkCases', { id: b, other: a })).toBe('ok')
      expect([await linksOfCase(server, a), await linksOfCase(server, b)]).toEqual([[], []])
      expect(await lastEvent(a)).toMatchObject({
        kind: 'UNLINKED',
        changes: [{ path: ['links', `${b}`], from: 'CHILD', to: null }],
      })
      const before = await counts()
      expect(await send('unlinkCases', { id: b, other: a })).toBe('ok')
      expect(await counts()).toEqual(before)
    })

    test('of a kind that only merging sets is no input', async () => {
      const [a, b] = (await newCases(2)) as [number, number]
      for (const kind of ['DUPLICATE_OF', 'HAS_DUPLICATE']) {
        expect(await send('linkCases', { id: a, other: b, kind })).toBe('BAD_USER_INPUT')
      }
    })

    test('needs two different cases that the caller may change', async () => {
      const [a, b] = (await newCases(2)) as [number, number]
      const link = { id: a, other: b, kind: 'RELATED' }
      expect(await send('linkCases', { ...link, other: a })).toBe('sameCase')
      for (const other of [9_999_999, '0', 'x']) expect(await send('linkCases', { ...link, other })).toBe('invalidId')
      for (const caller of [paula, pedro, carla]) {
        expect(await send('linkCases', { ...link, caller })).toBe('invalidId')
        expect(await send('unlinkCases', { ...link, kind: undefined, caller })).toBe('invalidId')
      }
      expect(await linksOfCase(server, a)).toEqual([])
    })

    test('makes no case a part of itself', async () => {
      const [a, b, c] = (await newCases(3)) as [number, number, number]
      await send('linkCases', { id: a, other: b, kind: 'PARENT' })
      await send('linkCases', { id: b, other: c, kind: 'PARENT' })
      expect(await send('linkCases', { id: c, other: a, kind: 'PARENT' })).toBe('sameCase')
      expect(await send('linkCases', { id: a, other: c, kind: 'CHILD' })).toBe('sameCase')
      expect(await send('linkCases', { id: c, other: a, kind: 'RELATED' })).toBe('ok')
    })

    test('gives a case at most one parent', async () => {
      const [a, b, c] = (await newCases(3)) as [number, number, number]
      await send('linkCases', { id: a, other: b, kind: 'PARENT' })
      expect(await send('linkCases', { id: c, other: a, kind: 'CHILD' })).toBe('tooManyLinks kind')
      await send('unlinkCases', { id: a, other: b })
      expect(await send('linkCases', { id: c, other: a, kind: 'CHILD' })).toBe('ok')
    })

    test('is one of at most 100 of a case', async () => {
      const [a, b, ...others] = await newCases(103)
      for (const other of others.slice(0, 100)) await send('linkCases', { id: a!, other: other!, kind: 'CHILD' })
      expect(await send('linkCases', { id: a!, other: b!, kind: 'RELATED' })).toBe('tooManyLinks')
      expect(await send('linkCases', { id: b!, other: a!, kind: 'RELATED' })).toBe('tooManyLinks')
      expect(await send('linkCases', { id: a!, other: others[0]!, kind: 'RELATED' })).toBe('ok')
      expect(await send('mergeCase', { id: b!, other: a! })).toBe('tooManyLinks intoCaseId')
    })

    test('is not written by a dry run, for an old version or twice with one key', async () => {
      const [a, b] = (await newCases(2)) as [number, number]
      const link = { id: a, other: b, kind: 'RELATED' }
      expect(await send('linkCases', { ...link, dryRun: true })).toBe('ok')
      expect(await send('linkCases', { ...link, expectedVersion: 7 })).toBe('PRECONDITION_FAILED')
      expect([await server.version(a), await server.version(b)]).toEqual([1, 1])
      for (let i = 0; i < 2; i++) expect(await send('linkCases', { ...link, idempotencyKey: `link ${a}` })).toBe('ok')
      expect([await server.version(a), await server.version(b)]).toEqual([2, 2])
    })
  })

  describe('a merge', () => {
    test('closes the case and names the one that continues it', async () => {
      const [a, b] = (await newCases(2)) as [number, number]
      expect(await send('mergeCase', { id: a, other: b })).toBe('ok')
      expect(await linkedCase(server, a)).toMatchObject({
        version: 2,
        status: 'Closed',
        mergedInto: { id: `${b}` },
        links: [{ kind: 'DUPLICATE_OF', case: { id: `${b}` } }],
      })
      expect(await linkedCase(server, b)).toMatchObject({ version: 2, status: 'Open', mergedInto: null })
      expect(await linksOfCase(server, b)).toEqual([`HAS_DUPLICATE ${a}`])
      expect(await lastEvent(a)).toMatchObject({
        kind: 'MERGED',
        internal: false,
        changes: [
          { path: ['status'], from: 'Open', to: 'Closed' },
          { path: ['links', `${b}`], from: null, to: 'DUPLICATE_OF' },
        ],
      })
      expect(await lastEvent(b)).toMatchObject({ kind: 'MERGED', internal: true })
    })

    test('takes a status that counts as closed', async () => {
      const [a, b] = (await newCases(2)) as [number, number]
      expect(await send('mergeCase', { id: a, other: b, status: 'Open' })).toBe('InvalidName status')
      expect(await send('mergeCase', { id: a, other: b, status: 'Unknown' })).toBe('InvalidName status')
      expect(await send('mergeCase', { id: a, other: b, status: 'Resolved' })).toBe('ok')
      expect(await linkedCase(server, a)).toMatchObject({ status: 'Resolved' })
      const closed = await newCase({ status: 'Resolved' })
      await send('mergeCase', { id: closed, other: b })
      expect(await linkedCase(server, closed)).toMatchObject({ status: 'Resolved' })
    })

    test('takes along what was merged before, and its reversal brings it back', async () => {
      const [a, b, c] = (await newCases(3)) as [number, number, number]
      await send('mergeCase', { id: a, other: b })
      expect(await send('mergeCase', { id: b, other: c })).toBe('ok')
      expect(await linksOfCase(server, a)).toEqual([`DUPLICATE_OF ${c}`])
      expect(await linksOfCase(server, b)).toEqual([`DUPLICATE_OF ${c}`])
      expect(await linksOfCase(server, c)).toEqual([`HAS_DUPLICATE ${a}`, `HAS_DUPLICATE ${b}`])
      expect(await lastEvent(a)).toMatchObject({
        kind: 'MERGED',
        changes: [
          { path: ['links', `${b}`], to: null },
          { path: ['links', `${c}`], to: 'DUPLICATE_OF' },
        ],
      })
      expect(await send('unmergeCase', { id: b })).toBe('ok')
      expect(await linksOfCase(server, b)).toEqual([`HAS_DUPLICATE ${a}`])
      expect(await linksOfCase(server, a)).toEqual([`DUPLICATE_OF ${b}`])
      expect(await linksOfCase(server, c)).toEqual([])
      expect([await server.version(a), await server.version(b), await server.version(c)]).toEqual([4, 4, 3])
    })

    test('reversed, restores the status and the link that it hid', async () => {
      const [a, b] = (await newCases(2)) as [number, number]
      await send('linkCases', { id: a, other: b, kind: 'CHILD' })
      await send('mergeCase', { id: a, other: b })
      expect(await linksOfCase(server, b)).toEqual([`HAS_DUPLICATE ${a}`])
      expect(await send('unmergeCase', { id: a, status: 'Unknown' })).toBe('InvalidName status')
      expect(await send('unmergeCase', { id: a })).toBe('ok')
      expect(await linkedCase(server, a)).toMatchObject({ version: 4, status: 'New', mergedInto: null })
      expect(await linksOfCase(server, b)).toEqual([`PARENT ${a}`])
      expect(await lastEvent(a)).toMatchObject({
        kind: 'UNMERGED',
        changes: [
          { path: ['status'], to: 'New' },
          { path: ['links', `${b}`], from: 'DUPLICATE_OF', to: 'CHILD' },
        ],
      })
      expect(await send('unmergeCase', { id: a })).toBe('notMerged')
    })

    test('gives way to another parent of a case whose parent it hides', async () => {
      const [a, b, c] = (await newCases(3)) as [number, number, number]
      await send('linkCases', { id: a, other: b, kind: 'CHILD' })
      await send('mergeCase', { id: a, other: b })
      expect(await send('linkCases', { id: b, other: c, kind: 'PARENT' })).toBe('ok')
      await send('unmergeCase', { id: a })
      expect(await linksOfCase(server, a)).toEqual([])
      expect(await linksOfCase(server, b)).toEqual([`PARENT ${c}`])
    })

    test('is refused for the same case, a merged one and another party', async () => {
      const [a, b, c] = (await newCases(3)) as [number, number, number]
      expect(await send('mergeCase', { id: a, other: a })).toBe('sameCase intoCaseId')
      expect(await send('mergeCase', { id: a, other: 9_999_999 })).toBe('invalidId intoCaseId')
      await send('mergeCase', { id: a, other: b })
      expect(await send('mergeCase', { id: a, other: c })).toBe('alreadyMerged')
      expect(await send('mergeCase', { id: c, other: a })).toBe('alreadyMerged intoCaseId')
      expect(await send('mergeCase', { id: b, other: a })).toBe('alreadyMerged intoCaseId')
      const [ofPedro, ofNobody] = [
        await newCase({ partyEmail: 'pedro@example.com' }),
        await newCase({ partyEmail: null }),
      ]
      expect(await send('mergeCase', { id: c, other: ofPedro })).toBe('differentParty intoCaseId')
      expect(await send('mergeCase', { id: c, other: ofNobody })).toBe('differentParty intoCaseId')
      expect(await send('mergeCase', { id: ofNobody, other: c })).toBe('ok')
      for (const caller of [paula, carla])
        expect(await send('mergeCase', { id: c, other: b, caller })).toBe('invalidId')
    })

    test('leaves no other change of the case than its reversal', async () => {
      const [a, b, c] = (await newCases(3)) as [number, number, number]
      await send('mergeCase', { id: a, other: b })
      for (const caller of [olga, paula]) {
        expect(await change(server.url, 'patchCase', { caseInstanceId: a, subject: 'New' }, caller)).toMatchObject({
          code: 'invalidId',
        })
      }
      expect(
        await change(server.url, 'assignCase', { caseInstanceId: a, groupName: 'Billing team' }, olga),
      ).toMatchObject({
        code: 'invalidId',
      })
      expect(await send('addComments', { id: a, comments: [{ text: 'Hello' }] })).toBe('invalidId')
      expect(await send('linkCases', { id: a, other: c, kind: 'RELATED' })).toBe('invalidId')
      expect(await send('linkCases', { id: c, other: a, kind: 'RELATED' })).toBe('invalidId')
      expect(await send('unlinkCases', { id: b, other: a })).toBe('invalidId')
      expect(await send('linkCases', { id: a, other: c, kind: 'RELATED', dryRun: true })).toBe('invalidId')
      const query =
        'query($id: ID!) { case(id: $id) { permissions { update { reason } assign { reason } comment { allowed reason } } } }'
      const permissionsFor = async (caller: typeof olga) =>
        (await graphqlData<{ case: { permissions: object } }>(server.url, query, { id: a }, caller)).case.permissions
      expect(await permissionsFor(olga)).toEqual({
        update: { reason: 'MERGED' },
        assign: { reason: 'MERGED' },
        comment: { allowed: false, reason: 'MERGED' },
      })
      expect(await permissionsFor(paula)).toMatchObject({ comment: { allowed: true, reason: 'YOUR_CASE' } })
    })

    test('leaves the first answer to a request that is repeated', async () => {
      const [a, b, c] = (await newCases(3)) as [number, number, number]
      const link = { id: a, other: c, kind: 'RELATED', idempotencyKey: `before ${a}` }
      expect(await send('linkCases', link)).toBe('ok')
      await send('mergeCase', { id: a, other: b })
      const before = await counts()
      expect(await send('linkCases', link)).toBe('ok')
      expect(await send('linkCases', { ...link, caller: omarAtPartner })).toBe('invalidId')
      expect(await counts()).toEqual(before)
    })

    test('makes comments of the party comments of the other case', async () => {
      const [a, b] = (await newCases(2)) as [number, number]
      await send('mergeCase', { id: a, other: b })
      const added = await change<{ id: string; version: number; comments: { nodes: { text: string }[] } }>(
        server.url,
        'addComments',
        { caseInstanceId: a, comments: [{ text: 'Still broken' }], idempotencyKey: `merged ${a}`, expectedVersion: 2 },
        paula,
        'id version comments(first: 5) { nodes { text } }',
      )
      expect(added.case).toEqual({ id: `${b}`, version: 3, comments: { nodes: [{ text: 'Still broken' }] } })
      expect(await server.version(a)).toBe(2)
      const { status, body, headers } = await rest.send('POST', `cases/${a}/comments`, {
        caller: paula,
        body: { comments: ['And again'] },
      })
      expect([status, JSON.parse(body).case.id]).toEqual([201, b])
      expect(headers['location']).toContain(`/api/v4/cases/${b}/comments/`)
      expect(await send('addComments', { id: a, caller: pedro, comments: [{ text: 'Hello' }] })).toBe('invalidId')
      await send('unmergeCase', { id: a })
      const repeated = await change<{ id: string; version: number }>(
        server.url,
        'addComments',
        { caseInstanceId: a, comments: [{ text: 'Still broken' }], idempotencyKey: `merged ${a}`, expectedVersion: 2 },
        paula,
        'id version',
      )
      expect(repeated.case).toEqual({ id: `${b}`, version: 3 })
      expect(await send('addComments', { id: a, caller: paula, comments: [{ text: 'Here' }] })).toBe('ok')
      expect(await server.version(a)).toBe(4)
    })

    test('ends the wait for an answer, also of a closed case', async () => {
      const [a, b] = [await newCase({ status: 'Closed' }), await newCase()]
      await change(server.url, 'addComments', { caseInstanceId: a, comments: [{ text: 'Hello?' }] }, paula)
      expect(
        (await change(server.url, 'unassignCase', { caseInstanceId: a }, olga)).case?.customerWaitingSince,
      ).not.toBeNull()
      expect(await send('mergeCase', { id: a, other: b })).toBe('ok')
      const [row] = await sql(server.database, `select customer_waiting_since from cases where id = ${a}`)
      expect(row).toEqual({ customerWaitingSince: null })
    })

    test('brings the files of a party to the other case too', async () => {
      const [a, b] = (await newCases(2)) as [number, number]
      await send('mergeCase', { id: a, other: b })
      const file = await rest.send('POST', 'attachments?name=lamp.txt', {
        caller: paula,
        body: 'A red lamp',
        headers: { 'content-type': 'text/plain' },
      })
      const { attachment } = JSON.parse(file.body) as { attachment: { id: string } }
      const comments = [{ text: '', attachmentIds: [attachment.id] }]
      expect(await send('addComments', { id: a, caller: paula, comments })).toBe('ok')
      expect(bodyOf(await rest.get(`cases/${b}/attachments`)).attachments).toMatchObject([{ id: attachment.id }])
    })

    test('is tried by a dry run, which shows the links, and repeated by its key', async () => {
      const [a, b] = (await newCases(2)) as [number, number]
      const merge = { caseInstanceId: a, intoCaseId: b }
      const selection = 'version status mergedInto { id } links { kind case { id } }'
      const tried = await change<object>(server.url, 'mergeCase', { ...merge, dryRun: true }, olga, selection)
      expect(await server.version(b)).toBe(1)
      const key = { ...merge, idempotencyKey: `merge ${a}` }
      const merged = await change<object>(server.url, 'mergeCase', key, olga, selection)
      expect(merged.case).toEqual(tried.case)
      await send('unmergeCase', { id: a })
      expect((await change<object>(server.url, 'mergeCase', key, olga, selection)).case).toEqual(tried.case)
      expect(await server.version(b)).toBe(3)
    })
  })
})

test('a party sees where its case continues, and nothing else of links', async () => {
  const [a, b, c] = (await newCases(3)) as [number, number, number]
  const [[, send]] = linkFaces(server) as [ReturnType<typeof linkFaces>[number]]
  await send('linkCases', { id: a, other: c, kind: 'RELATED' })
  await send('mergeCase', { id: a, other: b })
  expect(await linkedCase(server, a, paula)).toMatchObject({ mergedInto: { id: `${b}` }, links: [] })
  expect(await linkedCase(server, b, paula)).toMatchObject({ mergedInto: null, links: [] })
  expect(await lastEvent(a, paula)).toEqual({
    kind: 'MERGED',
    internal: false,
    changes: [{ path: ['status'], from: 'Open', to: 'Closed' }],
  })
  expect(await lastEvent(b, paula)).toMatchObject({ kind: 'IMPORTED' })
  expect(bodyOf(await rest.get(`cases/${a}/links`, {}, paula))).toEqual({ links: [] })
})

test('the links of an earlier state are those of then', async () => {
  const [a, b, c] = (await newCases(3)) as [number, number, number]
  const [[, send]] = linkFaces(server) as [ReturnType<typeof linkFaces>[number]]
  await send('linkCases', { id: a, other: b, kind: 'PARENT' })
  const linked = (await linkedCase(server, a))!
  await send('unlinkCases', { id: a, other: b })
  await send('mergeCase', { id: a, other: c })
  const merged = (await linkedCase(server, a))!
  await send('unmergeCase', { id: a })
  expect(await linkedCase(server, a, olga, linked.updatedAt)).toEqual(linked)
  expect(await linkedCase(server, a, olga, merged.updatedAt)).toEqual(merged)
})

test('a link to a case that the caller may not see has none', async () => {
  const [a, b] = [await newCase(), await newCase({ categoryCode: 'ACCOUNT', typeCode: 'QUESTION', caseData: {} })]
  const [[, send]] = linkFaces(server) as [ReturnType<typeof linkFaces>[number]]
  expect(await send('linkCases', { id: a, other: b, kind: 'RELATED' })).toBe('ok')
  const visible = [a, b].map(async (id) => (await linkedCase(server, id, omarAtPartner)) !== null)
  const [seen] = (await Promise.all(visible)).flatMap((isVisible, index) => (isVisible ? [[a, b][index]!] : []))
  expect(seen).toBeDefined()
  expect(await linksOfCase(server, seen!, omarAtPartner)).toEqual(['RELATED hidden'])
})

test('REST takes the ID of the other case as a number or a string, and requires it', async () => {
  const [a, b] = (await newCases(2)) as [number, number]
  const merge = async (body: object) => {
    const answer = await rest.send('POST', `cases/${a}/merge?dryRun=true`, { body })
    const { code, problems } = JSON.parse(answer.body) as { code?: string; problems?: { pointer?: string }[] }
    return [answer.status, code, problems?.[0]?.pointer]
  }
  for (const intoCaseId of [b, `${b}`]) expect(await merge({ intoCaseId })).toEqual([201, undefined, undefined])
  for (const body of [{}, { intoCaseId: null }, { intoCaseId: 1.5 }, { intoCaseId: [b] }]) {
    expect(await merge(body)).toEqual([400, 'malformedRequest', '#/intoCaseId'])
  }
  expect(await merge({ intoCaseId: 'x' })).toEqual([400, 'invalidId', '#/intoCaseId'])
})

test('REST lists the links of a case', async () => {
  const [a, b] = (await newCases(2)) as [number, number]
  await rest.put(`cases/${a}/links/${b}`, { kind: 'CHILD' })
  const answer = await rest.get(`cases/${a}/links`)
  expect(bodyOf(answer).links).toMatchObject([{ kind: 'CHILD', case: { id: b, status: 'Open' } }])
  expect(answer.headers['etag']).toBeDefined()
  expect((await rest.get('cases/9999999/links')).status).toBe(404)
})

test('links that are each right make no circle together, also in one statement', async () => {
  const [[, send]] = linkFaces(server) as [ReturnType<typeof linkFaces>[number]]
  for (let i = 0; i < 5; i++) {
    const [a, b, c, d] = (await newCases(4)) as [number, number, number, number]
    await send('linkCases', { id: a, other: b, kind: 'PARENT' })
    await send('linkCases', { id: c, other: d, kind: 'PARENT' })
    const answers = await Promise.all([
      send('linkCases', { id: b, other: c, kind: 'PARENT' }),
      send('linkCases', { id: d, other: a, kind: 'PARENT' }),
    ])
    expect(answers.sort()).toEqual(['ok', 'sameCase'])
  }
})

test('a merge takes along what was merged into a case that is gone', async () => {
  const [a, b, c] = (await newCases(3)) as [number, number, number]
  const [[, send]] = linkFaces(server) as [ReturnType<typeof linkFaces>[number]]
  await send('mergeCase', { id: a, other: b })
  await sql(server.database, `update case_merges set direct_id = 9999999 where case_id = ${a}`)
  expect(await send('mergeCase', { id: b, other: c })).toBe('ok')
  expect(await linksOfCase(server, a)).toEqual([`DUPLICATE_OF ${c}`])
  await send('unmergeCase', { id: a })
  expect(await linksOfCase(server, c)).toEqual([`HAS_DUPLICATE ${b}`])
})

test.runIf(databaseKind === 'postgresql').each<[what: string, operation: 'linkCases' | 'mergeCase', input: object]>([
  ['a link', 'linkCases', { kind: 'PARENT' }],
  ['a merge', 'mergeCase', {}],
])(
  '%s waits for a change of another process, of the other case or of one above it',
  async (_what, operation, input) => {
    const [a, b, c] = (await newCases(3)) as [number, number, number]
    const [[, send]] = linkFaces(server) as [ReturnType<typeof linkFaces>[number]]
    await send('linkCases', { id: b, other: c, kind: 'PARENT' })
    for (const held of operation === 'linkCases' ? [c, b] : [b]) {
      const id = held === c ? a : await newCase()
      const [pending] = await server.database.transaction(async (transaction) => {
        await transaction.run({ name: '', text: `select from cases where id = ${held} for no key update` })
        const change = send(operation, { id, other: b, ...input })
        await lockWaits(server.database, 1)
        return [change]
      })
      expect(await pending).toBe('ok')
    }
  },
)

test('a merge takes two statements', async () => {
  const [a, b] = (await newCases(2)) as [number, number]
  const [[, send]] = linkFaces(server) as [ReturnType<typeof linkFaces>[number]]
  const statements = recordStatements()
  await send('mergeCase', { id: a, other: b })
  expect(statements).toHaveLength(2)
})
