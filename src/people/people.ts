import { type Queryable, statement } from '../database/statement.ts'
import type { LoginKind } from './people.entity.ts'

export interface Person {
  id: number
  login: LoginKind
  firstname: string
  email: string
}

export interface OperatorGroup {
  id: number
  name: string
}

const personsById = statement<Person>(
  `select id, kind as login, firstname, email from persons where id = any($1::bigint[])`,
)
const groupsById = statement<OperatorGroup>(`select id, name from operator_groups where id = any($1::bigint[])`)

export function loadPersons(database: Queryable, ids: readonly number[]): Promise<Person[]> {
  return database.run(personsById, [ids])
}

export function loadGroups(database: Queryable, ids: readonly number[]): Promise<OperatorGroup[]> {
  return database.run(groupsById, [ids])
}
