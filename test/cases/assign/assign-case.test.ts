import { expect, test } from 'vitest'
import { olga, omar } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import type { ChangeOutcome } from '../../support/requests/face.ts'
import { describeFaces, failure, invalidId } from '../../support/requests/faces.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer()

describeFaces('assignCase', server, (face) => {
  const assignee = async (id: number) => {
    const assigned = `select p.email, g.name from cases c left join persons p on p.id = c.assignee_id
      left join operator_groups g on g.id = c.group_id where c.id = $1`
    const [row] = await sql(server.database, assigned, [id])
    return row
  }

  test('assigns to an operator by email address, ignoring letter case, and clears the group', async () => {
    const id = await server.addCase({ groupName: 'Billing team' })
    const outcome = await face.assign({ id, body: { email: 'OLGA@Example.com' } })
    expect(outcome).toMatchObject({
      outcome: 'ok',
      case: { id, typeCode: 'REFUND', categoryCode: 'BILLING', status: 'Open', resolution: 'Unresolved' },
      context: { simpleProfile: { firstname: 'Olga', email: 'olga@example.com' } },
    })
    expect(await assignee(id)).toEqual({ email: 'olga@example.com', name: null })
  })

  test('assigns to a group by name, even if it is not authorised for the type, and clears the operator', async () => {
    const id = await server.addCase({ assigneeEmail: 'olga@example.com' })
    expect(await face.assign({ id, body: { groupName: 'Field engineers' } })).toMatchObject({ outcome: 'ok' })
    expect(await assignee(id)).toEqual({ email: null, name: 'Field engineers' })
  })

  test('accepts an operator who is authorised through an active group', async () => {
    const id = await server.addCase()
    expect(await face.assign({ id, body: { email: 'odette@example.com' } })).toMatchObject({ outcome: 'ok' })
  })

  test('changes nothing if the case already has this assignment', async () => {
    const id = await server.addCase({ assigneeEmail: 'olga@example.com' })
    expect(await face.assign({ id, body: { email: 'olga@example.com' } })).toMatchObject({ outcome: 'ok' })
    expect(await server.version(id)).toBe(1)
  })

  const refused: [string, Record<string, unknown>, ChangeOutcome][] = [
    ['both fields', { email: 'olga@example.com', groupName: 'Billing team' }, failure(['invalid'])],
    ['neither field', {}, failure(['missing'])],
    ['an unknown operator', { email: 'nobody@example.com' }, failure(['operatorNotValid', 'email'])],
    ['an address with a NUL', { email: 'olga@example.com\0' }, failure(['operatorNotValid', 'email'])],
    ['a party', { email: 'paula@example.com' }, failure(['operatorNotValid', 'email'])],
    ['an inactive operator', { email: 'otto@example.com' }, failure(['operatorNotValid', 'email'])],
    ['a blocked operator', { email: 'oona@example.com' }, failure(['blocked', 'email'])],
    ['an operator not authorised for the type', { email: 'omar@example.com' }, failure(['isNotAuthorized', 'email'])],
    ['an unknown group', { groupName: 'Nobodies' }, failure(['invalidName', 'groupName'])],
    ['a group in another letter case', { groupName: 'billing team' }, failure(['invalidName', 'groupName'])],
    ['an inactive group', { groupName: 'Telex desk' }, failure(['invalidName', 'groupName'])],
  ]
  test.each(refused)('rejects %s and writes nothing', async (_name, body, expected) => {
    const id = await server.addCase()
    expect(await face.assign({ id, body })).toEqual(expected)
    expect(await server.version(id)).toBe(1)
  })

  test('checks nothing else after invalidId', async () => {
    const id = await server.addCase({ typeCode: 'COMPLAINT' })
    expect(await face.assign({ id, ...omar, body: {} })).toEqual(invalidId)
    expect(await face.assign({ id: 999_999, ...olga, body: {} })).toEqual(invalidId)
  })
})
