import { createSession } from '../../src/auth/sessions/sessions.ts'
import { statement } from '../../src/database/statement.ts'
import { attempt, type OwnCase, useCase } from '../attempt.ts'
import { Client } from '../client.ts'
import { configure } from '../configure/admin.ts'
import type { Victim, World } from './world.ts'

/** The person, the touchpoint and the group of a victim, who has no other permission. */
interface Names {
  email: string
  code: string
  groupName: string
}

/** A permission that `configure` gives and takes away. Both return the input. */
export interface ConfiguredWay {
  login: 'OPERATOR' | 'PARTY'
  given(names: Names, pair: Pick<OwnCase, 'typeCode' | 'categoryCode'>): object
  taken(names: Names): object
}

const person = (email: string, values: object) => ({ persons: [{ login: 'OPERATOR', email, ...values }] })
const authorised: Pick<ConfiguredWay, 'login' | 'given'> = {
  login: 'OPERATOR',
  given: ({ email }, { typeCode }) => person(email, { firstname: 'Vera', typeCodes: [typeCode] }),
}
const member: Pick<ConfiguredWay, 'login' | 'given'> = {
  login: 'OPERATOR',
  given: ({ email, groupName }, { typeCode }) => ({
    ...person(email, { firstname: 'Vera' }),
    groups: [{ name: groupName, typeCodes: [typeCode], memberEmails: [email] }],
  }),
}

export const configuredWays: Record<string, ConfiguredWay> = {
  'a grant is removed': {
    login: 'PARTY',
    given: ({ email, code }, pair) => ({
      persons: [{ login: 'PARTY', email, firstname: 'Vera' }],
      touchpoints: [{ code, name: 'Victim', typeCategories: [{ ...pair, modifyCases: true }] }],
    }),
    taken: ({ code }) => ({ touchpoints: [{ code, typeCategories: [] }] }),
  },
  'a member is removed from a group': {
    ...member,
    taken: ({ groupName }) => ({ groups: [{ name: groupName, memberEmails: [] }] }),
  },
  'a group is removed from a person': { ...member, taken: ({ email }) => person(email, { groupNames: [] }) },
  'an authorisation of a group is removed': {
    ...member,
    taken: ({ groupName }) => ({ groups: [{ name: groupName, typeCodes: [] }] }),
  },
  'a group is deactivated': { ...member, taken: ({ groupName }) => ({ groups: [{ name: groupName, active: false }] }) },
  'an authorisation is removed': { ...authorised, taken: ({ email }) => person(email, { typeCodes: [] }) },
  'an operator is blocked': { ...authorised, taken: ({ email }) => person(email, { blocked: true }) },
  'an operator is deactivated': { ...authorised, taken: ({ email }) => person(email, { active: false }) },
}

const pairOf = statement('select type_code, category_code from cases where id = $1::bigint', {
  typeCode: 'text',
  categoryCode: 'text',
})

/** The permissions are given and taken away through the first server. */
export async function newConfiguredVictim(
  { database, ports, admin, touchpoint }: World,
  { login, given, taken }: ConfiguredWay,
  caseId: number,
): Promise<Victim> {
  const client = new Client(() => ports[0]!)
  const [pair] = await database.run(pairOf, [caseId])
  const email = `victim-${caseId}@torture.example`
  const names = { email, code: `victim-${caseId}`, groupName: `Victims ${caseId}` }
  const input = { touchpoints: [], ...given(names, pair!) }
  await configure(client, admin, input)
  const own = input.touchpoints.length > 0 ? names.code : touchpoint
  const { token } = await createSession(database, { touchpoint: own, login, email })
  const headers = { 'Service-Touchpoint': own, 'Service-Token': token }
  return {
    attempt: (round) =>
      login === 'PARTY' && round % 5 === 0
        ? attempt({ method: 'GET', path: '/api/v4/cases/typecategory', headers })
        : useCase(headers, { id: caseId, ...pair! }, round),
    lockOut: () => configure(client, admin, taken(names)).finally(() => client.close()),
  }
}
