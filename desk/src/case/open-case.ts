import { graphql } from '../gql'
import type { OpenCaseQuery as OpenCase } from '../gql/graphql'

export const OpenCaseQuery = graphql(`
  query OpenCase($id: ID!) {
    case(id: $id) {
      id
      version
      resolution
      createdAt
      caseType {
        name
      }
      category {
        name
      }
      party {
        firstname
        email
      }
      permissions {
        update {
          allowed
          message
        }
        assign {
          allowed
        }
        comment {
          allowed
          message
        }
      }
      ...ShownStatus
      ...Assignment
      ...UpdatableCase
      ...AssignableCase
      ...RecentChanges
      ...LatestEntries
      ...NamedCase
    }
  }
`)

export type ShownCase = NonNullable<OpenCase['case']>

/** What the forms of the page have in common. */
export interface CaseFormProperties {
  of: ShownCase
  /** The version that the viewer has seen. */
  seen: number
  onSaved: (version: number, message: string) => void
  /** Called if the case has another version. */
  onConflict: () => void
}
