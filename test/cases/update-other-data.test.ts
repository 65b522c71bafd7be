import { expect, test } from 'vitest'
import { type Caller, olga } from '../support/callers.ts'
import { emptyDatabase } from '../support/database.ts'
import { describeFaces, failure, refused } from '../support/faces.ts'
import { graphqlData } from '../support/graphql.ts'
import {
  alma,
  caseValues,
  codes,
  cora,
  coraAtHub,
  coraNowhere,
  fieldNames,
  otherData,
  pair,
  twins,
} from '../support/other-data.ts'
import { type CaseValues, useServer } from '../support/server.ts'

const server = useServer({ database: emptyDatabase, data: otherData })

const addCase = (values: Partial<CaseValues> = {}) => server.addCase({ ...caseValues, ...values })

describeFaces('updateCase with other codes and names', server, (face) => {
  const taken = [codes.twin, codes.quoted, codes.inherited, codes.spaced]
  test.each(taken)('a case of the code %j is updated', async (code) => {
    const id = await addCase(pair(code))
    const body = { ...pair(code), status: 'Neu', resolution: 'toString' }
    expect(await face.update({ id, ...alma, body })).toEqual({
      outcome: 'ok',
      case: { id, ...body },
      context: { simpleProfile: { firstname: 'Alma "A"', email: 'Alma+1@Büro.example' } },
    })
  })

  const updates: [claim: string, body: Record<string, unknown>, problems: string[], caller?: Caller][] = [
    ['a type code in another letter case is another type', pair('A', 'a'), ['invalidCaseField caseData n']],
    ['a category code in another letter case is another category', pair('a', 'A'), ['InvalidCode typeCode']],
    ['a code is not trimmed', pair(' a'), ['InvalidCode categoryCode']],
    ['a code keeps its spaces', pair('two spaces'), ['InvalidCode categoryCode']],
    ['an empty category code is sent', pair('a', ''), ['InvalidCode categoryCode']],
    ['an empty type code is sent', pair('', 'a'), ['InvalidCode typeCode']],
    ['what every JavaScript object has is no code', pair('toString'), ['InvalidCode categoryCode']],
    ['what every JavaScript object has is no code: __proto__', pair('__proto__'), ['InvalidCode categoryCode']],
    ['codes joined otherwise are another pair', pair('"A"', 'a'), ['InvalidCode typeCode']],
    ['an inactive category is wrong by its category code', pair('a', 'gone'), ['InvalidCode categoryCode']],
    ['an inactive type is wrong by its type code', pair('idle', 'a'), ['InvalidCode typeCode']],
    ['an inactive pair is wrong by its type code', pair(codes.spaced, 'a'), ['InvalidCode typeCode']],
    ['a pair that does not exist is wrong by its type code', pair(codes.quoted, 'a'), ['InvalidCode typeCode']],
    ['both codes wrong are one problem', pair('x', 'y'), ['InvalidCode categoryCode']],
    ['a system category is one, though it is granted', pair('a', 'root'), ['CategorySystemNode categoryCode']],
    ['a system category is one, whatever the type', pair('x', 'root'), ['CategorySystemNode categoryCode']],
    [
      'a missing code and a system category are two problems',
      { categoryCode: 'root', typeCode: null },
      ['CodeRequired typeCode', 'CategorySystemNode categoryCode'],
    ],
    ['a missing code leaves the other one alone', { categoryCode: 'x' }, ['CodeRequired typeCode']],
    [
      'names are looked at beside a missing code, caseData is not',
      { typeCode: 'a', status: 'x', resolution: 'x', caseData: 3 },
      ['CodeRequired categoryCode', 'InvalidName status', 'InvalidName resolution'],
    ],
    [
      'names are looked at beside a wrong code',
      { ...pair('x'), resolution: '', caseData: {} },
      ['InvalidCode categoryCode', 'InvalidName resolution'],
    ],
    ['a status in another letter case is another status', { ...twins, status: 'NEU' }, ['InvalidName status']],
    ['a resolution in another letter case is another one', { ...twins, resolution: "It's" }, []],
    ['an inactive status is none', { ...twins, status: 'hidden' }, ['InvalidName status']],
    ['an inactive resolution is none', { ...twins, resolution: 'hidden' }, ['InvalidName resolution']],
    ['an inherited name is no status', { ...twins, status: 'toString' }, ['InvalidName status']],
    ['an empty status is sent', { ...twins, status: '' }, ['InvalidName status']],
    ['a NUL is in no name', { ...twins, status: 'neu\0' }, ['InvalidName status']],
    ['half a surrogate pair is no code', pair('\ud83d'), ['InvalidCode categoryCode']],
    ['a type without fields takes an empty caseData', { ...twins, caseData: {} }, []],
    ['a type without fields takes no field', { ...twins, caseData: { '': 1 } }, ['invalidCaseField caseData ']],
    ['a touchpoint that is granted everything may move to it', { ...pair('A'), caseData: { n: 0 } }, [], coraAtHub],
    ['a touchpoint that is granted nothing may not move', pair('A', 'a'), ['InvalidCode typeCode'], coraNowhere],
    ['a touchpoint that is granted nothing may leave the codes', twins, [], coraNowhere],
  ]
  test.each(updates)('%s', async (_claim, body, problems, caller = alma) => {
    const id = await addCase()
    const failed = failure(...problems.map((problem) => problem.split(' ') as [string, ...string[]]))
    const expected = problems.length === 0 ? { outcome: 'ok' } : failed
    expect(await face.update({ id, ...caller, body })).toMatchObject(expected)
  })

  test.each<[string, string, 'ok' | 'InvalidName']>([
    ['final', 'final', 'ok'],
    ['final', 'neu', 'InvalidName'],
    ['final', 'Final', 'InvalidName'],
    ['stuck', 'stuck', 'ok'],
    ['stuck', 'neu', 'InvalidName'],
    ['stuck', 'hidden', 'InvalidName'],
    ['constructor', 'Neu', 'ok'],
    ['constructor', 'neu', 'ok'],
    ['constructor', 'final', 'InvalidName'],
    ['hidden', 'hidden', 'ok'],
    ['hidden', 'Neu', 'ok'],
    ['neu', 'constructor', 'ok'],
  ])('the status %s may become %s: %s', async (from, to, expected) => {
    const id = await addCase({ status: from })
    const outcome = await face.update({ id, ...alma, body: { ...twins, status: to } })
    const ok = { outcome: 'ok', case: { status: to } }
    expect(outcome).toMatchObject(expected === 'ok' ? ok : failure([expected, 'status']))
  })

  test('an inactive resolution that stays is accepted', async () => {
    const id = await addCase({ resolution: 'hidden' })
    const body = { ...twins, resolution: 'hidden', status: 'Neu' }
    expect(await face.update({ id, ...alma, body })).toMatchObject({ outcome: 'ok', case: body })
  })

  test.each([pair('a', 'gone'), pair('idle', 'a'), pair(codes.spaced, 'a')])(
    'inactive codes that stay are accepted: %j',
    async (stays) => {
      const id = await addCase(stays)
      const body = { ...stays, status: 'Neu' }
      expect(await face.update({ id, ...cora, body })).toMatchObject({ outcome: 'ok', case: body })
      expect(await face.update({ id, ...cora, body: { ...stays, ...twins } })).toMatchObject({ outcome: 'ok' })
      expect(await face.update({ id, ...cora, body: stays })).toMatchObject({ outcome: 'error', code: 'InvalidCode' })
    },
  )

  test('a case in a system category stays there', async () => {
    const id = await addCase(pair('a', 'root'))
    for (const body of [pair('a', 'root'), twins, pair('x', 'y')]) {
      expect(await face.update({ id, ...cora, body })).toEqual(failure(['CategorySystemNode', 'categoryCode']))
    }
    expect(await face.update({ id, ...cora, body: { status: 'x' } })).toEqual(
      failure(
        ['CodeRequired', 'categoryCode'],
        ['CodeRequired', 'typeCode'],
        ['CategorySystemNode', 'categoryCode'],
        ['InvalidName', 'status'],
      ),
    )
  })

  test('fields of odd names are stored, and pointed at', async () => {
    const odd = pair(codes.unicode)
    const fields = `{ "a/b~c": 1, "größe in cm": "1.5", "__proto__": false, "100 %": 1e-7 }`
    const id = await addCase({ ...odd, caseData: JSON.parse(fields) as Record<string, number> })
    const changed = JSON.parse(fields.replace('false', 'true')) as object
    expect(await face.update({ id, ...alma, body: { ...odd, caseData: changed } })).toMatchObject({ outcome: 'ok' })
    const data = await graphqlData<{ case: { caseData: Record<string, unknown> } }>(
      server.url,
      'query ($id: ID!) { case(id: $id) { caseData } }',
      { id },
      alma,
    )
    expect(Object.entries(data.case.caseData).sort()).toEqual([
      ['100 %', 1e-7],
      ['__proto__', true],
      ['a/b~c', 1],
      ['größe in cm', 1.5],
    ])
    const wrong = JSON.parse('{ "__proto__": 1, "größe in cm": 1.55, "constructor": 1 }') as object
    expect(await face.update({ id, ...alma, body: { ...odd, caseData: wrong } })).toEqual(
      failure(
        ...Object.values(fieldNames).map((name): [string, ...string[]] => ['invalidCaseField', 'caseData', name]),
        ['invalidCaseField', 'caseData', 'constructor'],
      ),
    )
  })

  test('the lookup keeps types of the same name apart, and the empty answer from none', async () => {
    const outcome = await face.lookup({ ...cora, caseTypeCode: 'A' })
    expect(outcome).toEqual({
      outcome: 'ok',
      records: [
        {
          caseTypeCode: 'A',
          caseTypeName: 'Large',
          caseCategoryCode: 'a',
          caseCategoryName: 'Same name',
          defaultAnswer: null,
        },
      ],
    })
    expect(await face.lookup({ ...cora, caseTypeCode: codes.quoted })).toMatchObject({
      outcome: 'ok',
      records: [{ caseTypeCode: codes.quoted, defaultAnswer: '' }],
    })
    expect(await face.lookup({ ...coraNowhere })).toEqual({ outcome: 'ok', records: [] })
  })

  test('credentials of the demonstration are nobody here', async () => {
    expect(await face.update({ id: 1, ...olga, body: {} })).toEqual(refused('unauthenticated'))
  })
})
