import { useQuery } from 'urql'
import { changedBy } from '../configuration/configuration'
import { graphql } from '../gql'
import type { Option } from '../inputs/options'

export const PersonsQuery = graphql(`
  query Persons($login: LoginKind, $search: String, $first: Int = 100, $after: String) {
    persons(first: $first, login: $login, search: $search, after: $after) {
      nodes {
        id
        login
        firstname
        email
        active
        blocked
        typeCodes
        groups {
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** The first operators whose names or addresses contain a text. Undefined until they are loaded. */
export function useOperators(search: string | null = null) {
  const variables = { login: 'OPERATOR', search } as const
  const [{ data }] = useQuery({ query: PersonsQuery, variables, context: changedBy })
  return data && (data.persons?.nodes ?? [])
}

export function useOperatorOptions(search: string): Option[] {
  return (useOperators(search) ?? []).flatMap(({ email, firstname }) =>
    email === null ? [] : [{ value: email, label: `${email}, ${firstname}` }],
  )
}
