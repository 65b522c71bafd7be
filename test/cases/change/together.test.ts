import { expect, test } from 'vitest'
import { issueSession, revokeSessionsById } from '../../../src/auth/sessions/command-sessions.ts'
import { carla, olga, omar, paula, pedro } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import type { ChangeOutcome, ChangeRequest, Face } from '../../support/requests/face.ts'
import { failure, invalidId, refused } from '../../support/requests/faces.ts'
import { graphqlFace } from '../../support/requests/graphql-face.ts'
import { restFace } from '../../support/requests/rest-face.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer()
const faces = [restFace(server), graphqlFace(server)]
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

test('each concurrent request gets its own response, even if others fail', async () => {
  type Row = [operation: 'update' | 'assign', request: Omit<ChangeRequest, 'id'>, expected: Partial<ChangeOutcome>]
  const rows: Row[] = [
    ['update', { body: { ...codes, status: 'New' } }, { outcome: 'ok' }],
    ['update', { ...paula, body: { ...codes, comments: [{ text: 'Hello.' }] } }, { outcome: 'ok' }],
    ['update', { ...pedro, body: codes }, invalidId],
    ['update', { ...carla, body: codes }, invalidId],
    ['update', { ...omar, body: codes }, invalidId],
    ['update', { ...olga, token: 'no session', body: codes }, refused('unauthenticated')],
    ['update', { ...olga, touchpoint: 'web', body: codes }, refused('unauthenticated')],
    ['update', { body: { ...codes, status: 'N\0w' } }, failure(['InvalidName', 'status'])],
    ['update', { body: { ...codes, typeCode: '\ud800' } }, failure(['InvalidCode', 'typeCode'])],
    ['update', { ...paula, body: { comments: [{ text: 'Psst.', internal: true }] } }, refused('forbidden')],
    ['assign', { body: { email: 'olga@example.com' } }, { outcome: 'ok' }],
    ['assign', { body: { groupName: 'Billing team' } }, { outcome: 'ok' }],
    ['assign', { body: { email: 'oona@example.com' } }, failure(['blocked', 'email'])],
    ['assign', { body: { email: 'omar@example.com' } }, failure(['isNotAuthorized', 'email'])],
    ['assign', { body: { email: 'olga@\0' } }, failure(['operatorNotValid', 'email'])],
    ['assign', { body: { email: '\udfff@example.com' } }, failure(['operatorNotValid', 'email'])],
    ['assign', { body: { email: 'x'.repeat(100_000) } }, failure(['operatorNotValid', 'email'])],
    ['assign', { body: { groupName: '\0' } }, failure(['invalidName', 'groupName'])],
    ['assign', { body: { groupName: '😀'.repeat(10_000) } }, failure(['invalidName', 'groupName'])],
    ['assign', { ...paula, body: { email: 'olga@example.com' } }, invalidId],
    ['assign', { body: {} }, failure(['missing'])],
  ]
  const id = await server.addCase()
  const requests = Array.from({ length: 8 }, (_, round) =>
    rows.map(([operation, request]) => faces[round % 2]?.[operation]({ ...request, id })),
  )
  const rounds = await Promise.all(requests.map((round) => Promise.all(round)))
  for (const round of rounds) expect(round).toMatchObject(rows.map(([, , expected]) => expected))
})

test('a revoked session or permission affects every request that starts afterwards, even under load', async () => {
  const takeAway: [string, string, string][] = [
    ['the person', `update persons set blocked = true where email = $1`, 'unauthenticated'],
    ['the group', `update operator_groups set active = false where name = $1`, 'invalidId'],
  ]
  const done = new AbortController()
  const id = await server.addCase()
  const other = await server.addCase()
  const load = faces.flatMap((face) =>
    [1, 2, 3, 4].map(async () => {
      while (!done.signal.aborted) {
        await Promise.all([face.update({ id: other, body: { ...codes, status: 'New' } }), face.lookup()])
      }
    }),
  )
  const attempt = (face: Face, token: string) => face.update({ id, token, body: codes })
  const outcomes = async (token: string) => {
    const answers = await Promise.all([...faces, ...faces, ...faces].map((face) => attempt(face, token)))
    return new Set(answers.map((answer) => (answer.outcome === 'ok' ? 'ok' : answer.code)))
  }
  const person = async () => {
    const name = `person-${crypto.randomUUID()}`
    await sql(
      server.database,
      `with p as (insert into persons (kind, email, email_key, firstname, active, blocked)
          values ('OPERATOR', $1, $1, $1, true, false) returning id),
        g as (insert into operator_groups (name, active) values ($1, true) returning id),
        t as (insert into operator_group_types (group_id, type_code) select id, 'REFUND' from g)
      insert into operator_group_members (operator_id, group_id) select p.id, g.id from p, g`,
      [name],
    )
    const session = await issueSession(server.database, { touchpoint: 'desk', login: 'OPERATOR', email: name })
    return { name, ...session }
  }
  try {
    for (let round = 0; round < 4; round++) {
      const revoked = await person()
      expect(await outcomes(revoked.token)).toEqual(new Set(['ok']))
      await revokeSessionsById(server.database, [revoked.id])
      expect(await outcomes(revoked.token)).toEqual(new Set(['unauthenticated']))
      for (const [what, change, code] of takeAway) {
        const { name, token } = await person()
        expect(await outcomes(token), what).toEqual(new Set(['ok']))
        await sql(server.database, change, [name])
        expect(await outcomes(token), what).toEqual(new Set([code]))
      }
    }
  } finally {
    done.abort()
    await Promise.all(load)
  }
})
