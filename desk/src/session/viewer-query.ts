import { graphql } from '../gql'

export const ViewerQuery = graphql(`
  query Viewer {
    viewer {
      login
      firstname
      email
      touchpoint {
        code
        name
      }
      groups {
        name
      }
      typeCategories {
        ...TypeCategory
      }
    }
    statuses {
      name
      active
      closed
      default
    }
    caseEvents(after: "latest", first: 1) {
      endCursor
    }
  }
`)
