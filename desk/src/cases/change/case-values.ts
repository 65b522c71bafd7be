import { graphql } from '../../gql'

/** The values that `words/case-values.ts` describes. */
export const CaseValues = graphql(`
  fragment CaseValues on Case {
    subject
    status
    priority
    resolution
  }
`)
