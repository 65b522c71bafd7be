import { words } from '../support/words.ts'
import { describe, expect, test } from 'vitest'
import { needsOneProcess } from '../support/server/load-balanced.ts'
import { pointerToPath } from '../support/requests/rest-face.ts'
import { problemOf } from '../support/requests/http.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()
const { put } = restClient(server, '/api/v4/cases/')
const incident = { categoryCode: 'NETWORK', typeCode: 'INCIDENT' }

describe('a problem document', () => {
  test('has the members of RFC 9457, the first code, and all problems', async () => {
    const caseData = { severity: 2, signalDbm: 1, lineDown: true }
    const signal = '#/caseData/signalDbm'
    const problem = problemOf(await put('1002', { ...incident, status: 'Done', caseData }))
    expect(problem).toStrictEqual({
      type: 'urn:casegate:problem:InvalidName',
      title: expect.stringMatching(/^[A-Z]/),
      status: 400,
      detail: problem.problems?.[0]?.detail,
      code: 'InvalidName',
      problems: [
        { code: 'InvalidName', detail: expect.stringMatching(/\.$/), pointer: '#/status' },
        { code: 'invalidCaseField', detail: expect.stringMatching(/^signalDbm .*\.$/), pointer: signal },
      ],
    })
  })

  test('is the same for equal requests, except for requestId', async () => {
    const [one, other] = [await put('1002', {}), await put('1002', {})]
    expect(problemOf(one)).toEqual(problemOf(other))
    expect(JSON.parse(one.body).requestId).not.toBe(JSON.parse(other.body).requestId)
  })

  test('has the same title for the same code', async () => {
    const ids = [await put('0', incident), await put('4711000', { email: 'x' }), await put('x/assignment', {})]
    expect(new Set(ids.map((answer) => problemOf(answer).title)).size).toBe(1)
  })

  test('has no pointer for the ID, which is in the path', async () => {
    for (const path of ['0', '0/assignment']) {
      const { code, problems } = problemOf(await put(path, {}))
      expect(code).toBe('invalidId')
      expect(problems).toStrictEqual([{ code: 'invalidId', detail: expect.any(String) }])
    }
  })

  test('points to the whole body if both or neither of two fields are sent', async () => {
    const both = { email: 'olga@example.com', groupName: 'Billing team' }
    expect(problemOf(await put('1001/assignment', both)).problems).toMatchObject([{ code: 'invalid', pointer: '#' }])
    expect(problemOf(await put('1001/assignment', {})).problems).toMatchObject([{ code: 'missing', pointer: '#' }])
  })

  test.each([
    ['a/b', '#/caseData/a~1b'],
    ['a~1b', '#/caseData/a~01b'],
    ['50 %', '#/caseData/50%20%25'],
    ['#1', '#/caseData/%231'],
    ['größe', '#/caseData/gr%C3%B6%C3%9Fe'],
    ['', '#/caseData/'],
    ['a"b\\c', '#/caseData/a%22b%5Cc'],
  ])('points to the field %j with a URI fragment', async (field, pointer) => {
    const caseData = { severity: 2, signalDbm: -97.5, lineDown: true, [field]: 1 }
    const { problems } = problemOf(await put('1002', { ...incident, caseData }))
    expect(problems).toMatchObject([{ code: 'invalidCaseField', pointer }])
    expect(pointerToPath(pointer)).toEqual(['caseData', field])
  })

  test('can concern a field whose name is not well-formed text', async () => {
    const caseData = { severity: 2, signalDbm: -97.5, lineDown: true, ['\ud800']: 1 }
    expect(problemOf(await put('1002', { ...incident, caseData })).code).toBe('invalidCaseField')
  })
})

describe('the ID in the path', () => {
  test('may be percent-encoded', async () => {
    const id = `${await server.addCase()}`
    const encoded = [...id].map((digit) => `%3${digit}`).join('')
    const refund = { categoryCode: 'BILLING', typeCode: 'REFUND' }
    for (const path of [encoded, `${encoded}/assignment`]) {
      expect((await put(path, { ...refund, groupName: 'Billing team' })).status).toBe(201)
    }
  })

  test.each([
    ...words`
      0 -1001 +1001 01001 1001.0 1e3 0x3e9 %201001 1001%20 1001%00 1001%2F 1001%2Fassignment % %zz %ff 1001;x
      %EF%BC%91 9007199254740991 9007199254740992 9223372036854775808
    `,
    '1'.repeat(400),
    'typecategory%2F',
    'null',
  ])('%s gets the same response as a case that the caller may not see', async (path) => {
    if (['1001%00', '%', '%zz'].includes(path)) needsOneProcess('sends what load balancers reject or change')
    const unknown = problemOf(await put('999999', incident))
    expect(unknown).toMatchObject({ status: 400, code: 'invalidId' })
    expect(problemOf(await put(path, incident))).toEqual(unknown)
    expect(problemOf(await put(`${path}/assignment`, incident))).toEqual(unknown)
  })

  test('the path segment of the lookup is not an ID either', async () => {
    expect(problemOf(await put('typecategory/assignment', {})).code).toBe('invalidId')
  })
})
