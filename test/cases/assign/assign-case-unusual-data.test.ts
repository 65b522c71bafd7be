import { expect, test } from 'vitest'
import { emptyDatabase, sql } from '../../support/database/database.ts'
import type { Failed } from '../../support/requests/face.ts'
import { describeFaces, failure } from '../../support/requests/faces.ts'
import {
  alma,
  benno,
  bennoAtHub,
  caseValues,
  codes,
  cora,
  unusualData,
  typeCategory,
  twins,
} from '../../support/data/unusual-data.ts'
import { type CaseValues, useServer } from '../../support/server/server.ts'

const server = useServer({ database: emptyDatabase, data: unusualData })
const invalidId = failure(['invalidId', 'caseInstanceId'])

const addCase = (values: Partial<CaseValues> = {}) => server.addCase({ ...caseValues, ...values })

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
