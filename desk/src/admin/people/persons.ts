import { useQuery } from 'urql'
import { changedBy } from '../configuration'
import { graphql } from '../gql'
import type { Option } from '../inputs/options'

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

/** The first operators whose names or addresses contain a text. */
export function useOperatorOptions(search: string): Option[] {
  const variables = { login: 'OPERATOR', search } as const
  const [{ data }] = useQuery({ query: PersonNamesQuery, variables, context: changedBy })
  return (data?.persons?.nodes ?? []).flatMap(({ email, firstname }) =>
    email === null ? [] : [{ value: email, label: `${email}, ${firstname}` }],
  )
}
