import { useQuery } from 'urql'
import { graphql } from '../gql'
import type { LoginKind, PersonDetailsFragment } from '../gql/graphql'
import { changedBy } from '../configuration'

export const PersonDetails = graphql(`
  fragment PersonDetails on Person {
    id
    login
    firstname
    email
    active
    blocked
    subject
    typeCodes
    groups {
      name
    }
    version
  }
`)

export const PersonNamesQuery = graphql(`
  query PersonNames($login: LoginKind!, $search: String) {
    persons(first: 50, login: $login, search: $search) {
      nodes {
        id
        email
        firstname
      }
    }
  }
`)

/** The first persons of a login kind whose names or addresses contain a text. */
export function usePersons(login: LoginKind, search: string) {
  const [{ data }] = useQuery({ query: PersonNamesQuery, variables: { login, search }, context: changedBy })
  return data?.persons?.nodes ?? []
}

export interface PersonValues {
  login: LoginKind
  email: string
  firstname: string
  active: boolean
  blocked: boolean
  subject: string
  typeCodes: readonly string[]
  groupNames: readonly string[]
}

export function personValues(person: PersonDetailsFragment): PersonValues {
  const { login, email, firstname, active, blocked, subject, typeCodes, groups } = person
  return {
    login,
    email: email ?? '',
    firstname,
    active: active ?? true,
    blocked: blocked ?? false,
    subject: subject ?? '',
    typeCodes: typeCodes ?? [],
    groupNames: (groups ?? []).map(({ name }) => name),
  }
}
