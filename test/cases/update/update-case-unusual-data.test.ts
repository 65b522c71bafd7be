import { expect, test } from 'vitest'
import { type Credentials, olga } from '../../support/requests/credentials.ts'
import { emptyDatabase } from '../../support/database/database.ts'
import { describeFaces, failure, refused } from '../../support/requests/faces.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import {
  alma,
  caseValues,
  codes,
  cora,
  coraAtHub,
  coraNowhere,
  fieldNames,
  unusualData,
  typeCategory,
  twins,
} from '../../support/data/unusual-data.ts'
import { type CaseValues, useServer } from '../../support/server/server.ts'

const server = useServer({ database: emptyDatabase, data: unusualData })

const addCase = (values: Partial<CaseValues> = {}) => server.addCase({ ...caseValues, ...values })

describeFaces('updateCase with unusual codes and names', server, (face) => {
  const taken = [codes.twin, codes.quoted, codes.inherited, codes.spaced]
  test.each(taken)('updates a case with the code %j', async (code) => {
    const id = await addCase(typeCategory(code))
    const body = { ...typeCategory(code), status: 'Neu', resolution: 'toString' }
    expect(await face.update({ id, ...alma, body })).toEqual({
      outcome: 'ok',
      case: { id, ...body },
      context: { simpleProfile: { firstname: 'Alma "A"', email: 'Alma+1@Büro.example' } },
    })
  })

  const updates: [claim: string, body: Record<string, unknown>, problems: string[], caller?: Credentials][] = [
    ['a type code in another letter case is another type', typeCategory('A', 'a'), ['invalidCaseField caseData n']],
    ['a category code in another letter case is another category', typeCategory('a', 'A'), ['InvalidCode typeCode']],
    ['a code is not trimmed', typeCategory(' a'), ['InvalidCode categoryCode']],
    ['a code keeps its spaces', typeCategory('two spaces'), ['InvalidCode categoryCode']],
    ['an empty category code counts as sent', typeCategory('a', ''), ['InvalidCode categoryCode']],
    ['an empty type code counts as sent', typeCategory('', 'a'), ['InvalidCode typeCode']],
    ['an inherited object member is not a code', typeCategory('toString'), ['InvalidCode categoryCode']],
    ['__proto__ is not a code', typeCategory('__proto__'), ['InvalidCode categoryCode']],
    [
      'codes that concatenate to the same text are another type category',
      typeCategory('"A"', 'a'),
      ['InvalidCode typeCode'],
    ],
    ['a status in another letter case is another status', { ...twins, status: 'NEU' }, ['InvalidName status']],
    ['a resolution in another letter case is another resolution', { ...twins, resolution: "It's" }, []],
    ['an inherited object member is not a status', { ...twins, status: 'toString' }, ['InvalidName status']],
    ['a status with a NUL is rejected', { ...twins, status: 'neu\0' }, ['InvalidName status']],
    ['a code with a lone surrogate is rejected', typeCategory('\ud83d'), ['InvalidCode categoryCode']],
    ['a type without fields rejects any field', { ...twins, caseData: { '': 1 } }, ['invalidCaseField caseData ']],
    [
      'a touchpoint granted every type category may move cases to any type category',
      { ...typeCategory('A'), caseData: { n: 0 } },
      [],
      coraAtHub,
    ],
    ['a touchpoint without grants may not move cases', typeCategory('A', 'a'), ['InvalidCode typeCode'], coraNowhere],
    ['a touchpoint without grants may keep the codes', twins, [], coraNowhere],
  ]
  test.each(updates)('%s', async (_claim, body, problems, caller = alma) => {
    const id = await addCase()
    const failed = failure(...problems.map((problem) => problem.split(' ') as [string, ...string[]]))
    const expected = problems.length === 0 ? { outcome: 'ok' } : failed
    expect(await face.update({ id, ...caller, body })).toMatchObject(expected)
  })

  test.each<[string, string, 'ok' | 'InvalidName']>([
    ['final', 'Final', 'InvalidName'],
    ['constructor', 'Neu', 'ok'],
    ['constructor', 'neu', 'ok'],
    ['constructor', 'final', 'InvalidName'],
    ['neu', 'constructor', 'ok'],
  ])('a change of status from %s to %s: %s', async (from, to, expected) => {
    const id = await addCase({ status: from })
    const outcome = await face.update({ id, ...alma, body: { ...twins, status: to } })
    const ok = { outcome: 'ok', case: { status: to } }
    expect(outcome).toMatchObject(expected === 'ok' ? ok : failure([expected, 'status']))
  })

  test('stores fields with unusual names, and reports their paths', async () => {
    const odd = typeCategory(codes.unicode)
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

  test('the lookup distinguishes types with the same name, and an empty default answer from none', async () => {
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

  test('the credentials of the demonstration data are invalid', async () => {
    expect(await face.update({ id: 1, ...olga, body: {} })).toEqual(refused('unauthenticated'))
  })
})
