import { useQuery } from 'urql'
import { changedBy } from '../configuration'
import { graphql } from '../gql'
import type { Option } from '../inputs/options'

export const PersonNamesQuery = graphql(`
  query PersonNames($login: LoginKind!, $search: String) {
    persons(first: 100, login: $login, search: $search) {
      nodes {
        id
        firstname
        email
        active
        blocked
        typeCodes
        groups {
          name
        }
      }
    }
  }
`)

/** The first operators whose names or addresses contain a text. Undefined until they are loaded. */
export function useOperators(search: string | null = null) {
  const variables = { login: 'OPERATOR', search } as const
  const [{ data }] = useQuery({ query: PersonNamesQuery, variables, context: changedBy })
  return data && (data.persons?.nodes ?? [])
}

export function useOperatorOptions(search: string): Option[] {
  return (useOperators(search) ?? []).flatMap(({ email, firstname }) =>
    email === null ? [] : [{ value: email, label: `${email}, ${firstname}` }],
  )
}
