import { graphql } from '../../gql'
import type { OpenCaseQuery as OpenCase } from '../../gql/graphql'

export const OpenCaseQuery = graphql(`
  query OpenCase($id: ID!) {
    case(id: $id) {
      id
      version
      unread
      createdAt
      customerWaitingSince
      dueAt
      deadlines {
        goal
        state
        minutes
        dueAt
        endedAt
      }
      typeCode
      categoryCode
      caseType {
        name
      }
      category {
        name
      }
      assignee {
        email
        firstname
      }
      group {
        name
      }
      fields {
        ...FieldDefinition
        name
        value
      }
      availableStatuses {
        name
        active
      }
      availableResolutions {
        name
        active
      }
      availableTypeCategories {
        ...TypeCategory
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
        }
      }
      links {
        kind
        case {
          id
          ...TitledCase
          ...ShownStatus
        }
      }
      mergedInto {
        id
        ...TitledCase
      }
      ...CaseValues
      ...TitledCase
      ...TaggedCase
      ...ShownStatus
      ...Assignment
      ...LatestEntries
    }
  }
`)

export type ShownCase = NonNullable<OpenCase['case']>

/** What the forms of the page have in common. */
export interface CaseFormProperties {
  of: ShownCase
  /** Loads the case again. Called if it has another version. */
  onConflict: () => void
}
