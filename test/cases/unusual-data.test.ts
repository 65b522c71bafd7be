import { expect, test } from 'vitest'
import { type Credentials, olga } from '../support/requests/credentials.ts'
import { emptyDatabase, sql } from '../support/database/database.ts'
import type { Failed } from '../support/requests/face.ts'
import { describeFaces, failure, invalidId, refused } from '../support/requests/faces.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import {
  alma,
  benno,
  bennoAtHub,
  caseValues,
  codes,
  cora,
  coraAtHub,
  coraNowhere,
  fieldNames,
  unusualData,
  typeCategory,
  twins,
} from '../support/data/unusual-data.ts'
import { type CaseValues, useServer } from '../support/server/server.ts'

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

describeFaces('assignCase with unusual codes and names', server, (face) => {
  const assignments: [string, Record<string, unknown>, 'ok' | Failed][] = [
    ['an address with the letters A to Z in another case', { email: 'aLMA+1@BüRO.EXAMPLE' }, 'ok'],
    [
      'an address with another letter in another case',
      { email: 'Alma+1@BÜRO.example' },
      failure(['operatorNotValid', 'email']),
    ],
    ['an address that is not trimmed', { email: ' Alma+1@Büro.example' }, failure(['operatorNotValid', 'email'])],
    ['an address that is a LIKE pattern', { email: '%' }, failure(['operatorNotValid', 'email'])],
    ["a party's address", { email: 'cora@example.com' }, failure(['operatorNotValid', 'email'])],
    ['an operator both inactive and blocked', { email: 'dora@buero.example' }, failure(['operatorNotValid', 'email'])],
    ['an operator for another type', { email: 'benno@buero.example' }, failure(['isNotAuthorized', 'email'])],
    ['a group', { groupName: 'team' }, 'ok'],
    ['an inactive group with an active twin', { groupName: 'Team' }, failure(['invalidName', 'groupName'])],
    ['a group named __proto__', { groupName: '__proto__' }, 'ok'],
    ['an unknown group named constructor', { groupName: 'constructor' }, failure(['invalidName', 'groupName'])],
    ['a lone surrogate', { groupName: '\udc00' }, failure(['invalidName', 'groupName'])],
  ]
  test.each(assignments)('handles an assignment to %s', async (_to, body, expected) => {
    const id = await addCase()
    const outcome = await face.assign({ id, ...alma, body })
    expect(outcome).toMatchObject(expected === 'ok' ? { outcome: 'ok', case: { id } } : expected)
    expect(await server.version(id)).toBe(expected === 'ok' ? 2 : 1)
  })

  test('an operator is only authorised through active groups', async () => {
    const assign = async (values: Partial<CaseValues>) =>
      face.assign({ id: await addCase(values), ...alma, body: { email: 'BENNO@BUERO.EXAMPLE' } })
    const caseData = JSON.parse('{ "a/b~c": 1, "größe in cm": 1, "__proto__": true, "100 %": 1 }') as { n: number }
    expect(await assign({ ...typeCategory(codes.unicode), caseData })).toMatchObject({ outcome: 'ok' })
    expect(await assign(typeCategory(codes.spaced))).toEqual(failure(['isNotAuthorized', 'email']))
  })

  test('a touchpoint granted every type category may only modify cases where it has modifyCases', async () => {
    const body = { groupName: 'team' }
    const quoted = await addCase(typeCategory(codes.quoted))
    expect(await face.assign({ id: quoted, ...benno, body })).toEqual(invalidId)
    expect(await face.assign({ id: quoted, ...bennoAtHub, body })).toMatchObject({ outcome: 'ok' })
    expect(await face.assign({ id: await addCase(), ...bennoAtHub, body })).toEqual(invalidId)
    expect(await face.assign({ id: await addCase(typeCategory(codes.spaced)), ...bennoAtHub, body })).toEqual(invalidId)
  })

  test('a party and an operator may have the same address', async () => {
    const id = await addCase({ partyEmail: 'Alma+1@büro.example' })
    expect(await face.update({ id, ...cora, body: twins })).toEqual(invalidId)
    expect(await face.update({ id, ...alma, body: twins })).toMatchObject({ outcome: 'ok' })
    const [row] = await sql<{ kind: string }>(
      server.database,
      'select p.kind from cases c join persons p on p.id = c.party_id where c.id = $1',
      [id],
    )
    expect(row).toEqual({ kind: 'PARTY' })
  })
})
