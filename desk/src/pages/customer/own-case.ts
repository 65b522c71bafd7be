import { graphql } from '../../gql'
import type { OwnCaseQuery as OwnCaseData } from '../../gql/graphql'

export const OwnCaseQuery = graphql(`
  query OwnCase($id: ID!) {
    case(id: $id) {
      id
      version
      caseStatus {
        closed
      }
      availableStatuses {
        name
        closed
        default
        transitions
      }
      fields {
        ...FieldDefinition
        name
        label
        required
        value
      }
      permissions {
        update {
          allowed
        }
        comment {
          allowed
        }
      }
      mergedInto {
        id
        ...TitledCase
      }
      ...TitledCase
      ...ShownStatus
      ...LatestEntries
    }
  }
`)

/** A case of the customer who is signed in. */
export type OwnCase = NonNullable<OwnCaseData['case']>
