import { graphql } from '../gql'

/** Whom a case can be assigned to. Blocked operators are not among them. */
export const AssigneesQuery = graphql(`
  query Assignees($id: ID!, $search: String) {
    case(id: $id) {
      assignableOperators(first: 50, search: $search) {
        nodes {
          firstname
          email
        }
        pageInfo {
          hasNextPage
        }
      }
      assignableGroups(first: 50, search: $search) {
        nodes {
          name
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`)
