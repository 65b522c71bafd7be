import { graphql } from '../../../gql'
import type { CasesQuery as Cases, ListedCaseFragment } from '../../../gql/graphql'

/** A case in a list, with what the search of the list has found in it. A case that has changed meanwhile keeps it. */
export type ListedRow = ListedCaseFragment & { match?: Match | undefined }
export type Match = NonNullable<Cases['cases']>['nodes'][number]['match']

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
    ...TaggedCase
    ...ShownStatus
    ...Assignment
  }
`)

export const CasesQuery = graphql(`
  query Cases($filter: CaseFilter, $orderBy: CaseOrder, $after: String) {
    cases(first: 40, filter: $filter, orderBy: $orderBy, after: $after) {
      nodes {
        id
        match {
          source
          text
          matches {
            start
            length
          }
        }
        ...ListedCase
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      corrected
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
