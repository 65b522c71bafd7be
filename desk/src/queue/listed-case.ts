import { graphql } from '../gql'

export const ListedCase = graphql(`
  fragment ListedCase on Case {
    id
    version
    unread
    updatedAt
    typeCode
    categoryCode
    ...CaseValues
    assignee {
      email
    }
    group {
      name
    }
    customerWaitingSince
    dueAt
    party {
      firstname
      email
    }
    latest: comments(last: 1) {
      nodes {
        id
        text
        internal
        author {
          firstname
        }
      }
    }
    ...TitledCase
    ...ShownStatus
    ...Assignment
  }
`)

export const CasesQuery = graphql(`
  query Cases($filter: CaseFilter, $orderBy: CaseOrder, $after: String) {
    cases(first: 40, filter: $filter, orderBy: $orderBy, after: $after) {
      nodes {
        id
        ...ListedCase
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    all: cases(first: 0, filter: $filter, orderBy: $orderBy) {
      totalCount
    }
  }
`)

export const ChangedCasesQuery = graphql(`
  query ChangedCases($changed: CaseFilter, $filter: CaseFilter, $orderBy: CaseOrder) {
    changed: cases(first: 100, filter: $changed, orderBy: $orderBy) {
      nodes {
        id
        ...ListedCase
      }
    }
    all: cases(first: 0, filter: $filter, orderBy: $orderBy) {
      totalCount
    }
  }
`)
