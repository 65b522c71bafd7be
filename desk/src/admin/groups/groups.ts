import { useQuery } from 'urql'
import { changedBy } from '../configuration'
import { graphql } from '../gql'
import type { GroupFragment } from '../gql/graphql'

export const Group = graphql(`
  fragment Group on OperatorGroup {
    id
    name
    active
    typeCodes
    members {
      email
      firstname
    }
    version
  }
`)

export const GroupNamesQuery = graphql(`
  query GroupNames($search: String) {
    groups(first: 100, search: $search) {
      nodes {
        id
        name
        active
      }
    }
  }
`)

/** The first groups whose names contain a text. */
export function useGroups(search: string) {
  const [{ data }] = useQuery({
    query: GroupNamesQuery,
    variables: { search },
    requestPolicy: 'cache-and-network',
    context: changedBy,
  })
  return data?.groups?.nodes ?? []
}

export interface GroupValues {
  name: string
  active: boolean
  typeCodes: readonly string[]
  memberEmails: readonly string[]
}

export function groupValues({ name, active, typeCodes, members }: GroupFragment): GroupValues {
  return {
    name,
    active: active ?? true,
    typeCodes: typeCodes ?? [],
    memberEmails: (members ?? []).flatMap(({ email }) => email ?? []),
  }
}
