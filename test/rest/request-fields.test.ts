import { words } from '../support/words.ts'
import { describe, expect, test } from 'vitest'
import { problemOf, type RawResponse } from '../support/requests/http.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()
const refund = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const { get, put, send } = restClient(server, '/api/v4/cases/')

describe('If-Match', () => {
  const tagOf = async (id: number, accepted = 'identity') =>
    (await get(id, { 'accept-encoding': accepted })).headers.etag!

  const matching = ['"3"', '*', ' * ', ' "3" ', 'W/"3", "3"', '"x", "3"', '"3",, "x,3",', '"2","3"', '"3", "1"']
  test.each(matching)('%s matches version 3', async (tag) => {
    const id = await server.addCase({ version: 3 })
    const { status, body } = await put(id, { ...refund, status: 'New' }, { 'if-match': tag })
    const fields = ['id', 'categoryCode', 'typeCode', 'status', 'resolution']
    expect([status, Object.keys(JSON.parse(body).case), await server.version(id)]).toEqual([201, fields, 4])
  })

  test('takes the tag of a read in each encoding, also among others and in several headers', async () => {
    const id = await server.addCase({ version: 3 })
    for (const [index, accepted] of ['identity', 'gzip', 'br'].entries()) {
      const tag = await tagOf(id, accepted)
      const values = [tag, `W/${tag}, ${tag}`, ['"2"', tag]][index]!
      expect((await put(id, { ...refund, comments: ['x'] }, { 'if-match': values })).status).toBe(201)
    }
    expect(await server.version(id)).toBe(6)
  })

  const others = [
    ...words`
      "2" "4" "03" "33" "" "99999999999999" "x" "-3" "3.garbage" "3."
    `,
    '"2", "4"',
  ]
  test.each(others)('%s does not', async (tag) => {
    const id = await server.addCase({ version: 3 })
    for (const [path, body] of [
      [id, { ...refund, status: 'New' }] as const,
      [`${id}/assignment`, { email: 'olga@example.com' }] as const,
    ]) {
      const answer = problemOf(await put(path, body, { 'if-match': tag }))
      expect(answer).toMatchObject({ status: 412, code: 'preconditionFailed', currentVersion: 3 })
    }
    expect(await server.version(id)).toBe(3)
  })

  test('does not match tags that the service did not send: of other cases, and with other parts', async () => {
    const [id, other] = [await server.addCase({ version: 3 }), await server.addCase({ version: 3 })]
    const [, ofCase = '', ofBody = ''] = (await tagOf(id)).replaceAll('"', '').split('.')
    const foreign = [
      await tagOf(other),
      `"3.${ofBody}"`,
      `"3.${ofCase}.x"`,
      `"4.${ofCase}"`,
      `"3.${ofCase}.${ofBody}.zip"`,
      // 256 bits: the last character has only four of them.
      `"3.${ofCase}.${'A'.repeat(42)}B"`,
      `"3.${ofCase}.${'A'.repeat(42)}_"`,
    ]
    for (const sent of foreign) {
      const { status, detail, ...others } = problemOf(await put(id, refund, { 'if-match': sent }))
      expect([status, detail], sent).toEqual([412, 'If-Match contains no tag of this case. Nothing was written.'])
      expect(others).not.toHaveProperty('changedFields')
    }
  })

  test.each(['W/"3"', 'W/"2", W/"3"'])('%s has no strong tag, which the answer says', async (tag) => {
    const id = await server.addCase({ version: 3 })
    const { status, detail, problems, ...others } = problemOf(await put(id, refund, { 'if-match': tag }))
    expect([status, others]).toEqual([412, expect.objectContaining({ currentVersion: 3 })])
    expect(detail).toMatch(/only weak tags.*A proxy that compresses responses makes their tags weak\./)
    expect(problems).toEqual([{ code: 'preconditionFailed', detail }])
    for (const name of ['changedFields', 'commentsAdded']) expect(others).not.toHaveProperty(name)
  })

  const malformed = ['3', '"3', '3"', '"3 "', '', ',', '*, "3"', '"3", *', '"3" "2"', 'w/"3"', "'3'", '"3"x']
  test.each(malformed)('%j is malformedRequest', async (tag) => {
    const detail = 'If-Match must be * or one or more tags in quotes, such as "7".'
    const answer = problemOf(await put(1001, refund, { 'if-match': tag }))
    expect(answer).toMatchObject({ status: 400, code: 'malformedRequest', detail })
  })

  test('a conflict names the values that changed since', async () => {
    const id = await server.addCase()
    await put(id, { ...refund, status: 'New', caseData: { amount: 1, invoiceCount: 1, goodwill: false } })
    await put(`${id}/assignment`, { groupName: 'Billing team' })
    const changed = async (tag: string) => problemOf(await put(id, refund, { 'if-match': tag }))
    const changedFields = [['group'], ['status'], ['caseData', 'amount']]
    expect(await changed('"1"')).toMatchObject({ currentVersion: 3, changedFields })
    expect(await changed('"2"')).toMatchObject({ currentVersion: 3, changedFields: [['group']] })
  })

  test('is not looked at before the case is', async () => {
    for (const tag of ['"7"', 'W/"7"']) {
      expect(problemOf(await put(999_999, refund, { 'if-match': tag })).code).toBe('invalidId')
    }
  })
})

describe('Idempotency-Key', () => {
  const comment = (text: string) => ({ ...refund, comments: [text] })

  test.each<[string, string, string]>([
    ['in quotes', '"abc-1"', '"abc-1"'],
    ['with and without quotes', '"abc-2"', 'abc-2'],
    ['with an escaped quote', '"a\\"b\\\\c"', '"a\\"b\\\\c"'],
    ['without quotes', 'aGk/+=:~', 'aGk/+=:~'],
  ])('%s, a second request returns the first answer and writes nothing', async (_what, first, second) => {
    const id = await server.addCase()
    const answers = [
      await put(id, comment('Once.'), { 'idempotency-key': first }),
      await put(id, comment('Once.'), { 'idempotency-key': second }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]!.body).toBe(answers[1]!.body)
    expect(await server.version(id)).toBe(2)
  })

  test('the first answer is returned after other changes, and for problems', async () => {
    const id = await server.addCase()
    const headers = { 'idempotency-key': '"first"' }
    const first = await put(id, { ...refund, status: 'New' }, headers)
    await put(id, { ...refund, status: 'Open' })
    expect((await put(id, { ...refund, status: 'New' }, headers)).body).toBe(first.body)
    const wrong = () => put(id, { ...refund, status: 'Done' }, { 'idempotency-key': '"wrong"' })
    expect(problemOf(await wrong())).toEqual(problemOf(await wrong()))
  })

  test('another request with the key is 409', async () => {
    const headers = { 'idempotency-key': '"other"' }
    await put(1001, comment('One.'), headers)
    for (const answer of [await put(1001, comment('Two.'), headers), await put(1002, comment('One.'), headers)]) {
      expect(problemOf(answer)).toMatchObject({ status: 409, code: 'conflict' })
      expect(answer.headers['retry-after']).toBeUndefined()
    }
    expect(problemOf(await put('1001/assignment', { email: 'olga@example.com' }, headers)).code).toBe('conflict')
  })

  const malformed = ['', '""', '"a', 'a b', '"a" "b"', '"a"; p=1', 'a,b', '"\\a"', `"${'x'.repeat(256)}"`, '"\u00e9"']
  test.each([...malformed, ['a', 'b'], ['"a"', '"b"']])('%j is malformedRequest', async (key) => {
    const answer = problemOf(await put(1001, refund, { 'idempotency-key': key }))
    expect([answer.code, answer.problems?.length]).toEqual(['malformedRequest', 1])
    expect(answer.detail).toMatch(/^(Idempotency-Key|idempotencyKey) must /)
  })
})

describe('dryRun', () => {
  const isSuccess = ({ status }: RawResponse) => status === 201

  test('answers as if the change had been written', async () => {
    const id = await server.addCase()
    const update = await put(`${id}?dryRun=true`, { ...refund, status: 'New', comments: ['x'] })
    expect(JSON.parse(update.body).case).toMatchObject({ id, status: 'New' })
    expect(isSuccess(await put(`${id}/assignment?dryRun=true`, { groupName: 'Billing team' }))).toBe(true)
    expect(problemOf(await put(`${id}?dryRun=true`, { ...refund, status: 'Done' })).code).toBe('InvalidName')
    expect(await server.version(id)).toBe(1)
    expect(isSuccess(await put(`${id}?dryRun=false`, { ...refund, status: 'New' }))).toBe(true)
    expect(await server.version(id)).toBe(2)
  })

  test('gives no tag, which might become that of another change', async () => {
    const id = await server.addCase()
    const patch = (query: string) => send('PATCH', `${id}${query}`, { body: { status: 'New' } })
    const [dry, written] = [await patch('?dryRun=true'), await patch('')]
    expect([dry.status, dry.headers['etag']]).toEqual([200, undefined])
    expect([written.status, written.headers['etag']]).toEqual([200, expect.stringMatching(/^"2\./)])
  })

  test.each(['', 'yes', 'TRUE', '1', 'true&dryRun=true'])('dryRun=%s is malformedRequest', async (value) => {
    const answer = problemOf(await put(`1001?dryRun=${value}`, refund))
    expect(answer).toMatchObject({ code: 'malformedRequest', problems: [{ parameter: 'dryRun' }] })
  })
})
