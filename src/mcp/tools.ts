import { type GraphQLInputFieldConfigMap, GraphQLInt, GraphQLString } from 'graphql'
import { fieldSelection } from '../catalogue/catalogue.rest.ts'
import { type Presentation, ofCase, ofChange, ofForm, ofSearch, ofTypeCategories } from './presentations.ts'

/** What a caller chooses in `?access=`. Each level includes the tools of those before it. */
export const accessLevels = ['read', 'notes', 'full'] as const

export type Access = (typeof accessLevels)[number]

/** An operation of the GraphQL API that assistants can call. Its arguments are the variables of the document. */
export interface Tool {
  name: string
  title: string
  /** The lowest access that lists it. */
  access: Access
  /** For the model: what it does, and when to use another tool. */
  description: string
  document: string
  /** Arguments that choose a part of the result. They are not variables of the document. */
  ofResult?: GraphQLInputFieldConfigMap
  present: Presentation
}

const person = 'id login firstname email'

const caseValues = `
id version subject typeCode categoryCode status resolution priority tags { code }
customerWaitingSince dueAt unread createdAt updatedAt
party { ${person} } assignee { ${person} } group { name }`

/** What a change returns. Anything else would take another statement. */
const changedValues = `id version subject typeCode categoryCode status resolution priority tags { code } assignee { ${person} } group { name }`

const howMany = 'How many items of the list to skip. `next` in a result says when to use it.'
const skip = { skip: { type: GraphQLInt, description: howMany } }

/** A tool that runs a mutation of one case. Its arguments are the fields of the input. */
function change(tool: Omit<Tool, 'document' | 'present'> & { mutation: string }): Tool {
  const { mutation, ...others } = tool
  const type = mutation.charAt(0).toUpperCase() + mutation.slice(1)
  return {
    ...others,
    document: `mutation ${type}($input: ${type}Input!) { ${mutation}(input: $input) { ${outcome(type)} } }`,
    present: ofChange,
  }
}

const outcome = (type: string, more = '') =>
  `... on ${type}Payload { case { ${changedValues} } ${more} } ... on ${type}Error { problems { code message path } }`

/** A tool that adds one comment. */
function comment(tool: Omit<Tool, 'document' | 'present'> & { internal: boolean }): Tool {
  const { internal, ...others } = tool
  return {
    ...others,
    document: `
mutation AddComment($caseInstanceId: ID!, $text: String!, $expectedVersion: Int, $idempotencyKey: String, $dryRun: Boolean) {
  addComments(input: {
    caseInstanceId: $caseInstanceId
    comments: [{ text: $text, internal: ${internal} }]
    expectedVersion: $expectedVersion
    idempotencyKey: $idempotencyKey
    dryRun: $dryRun
  }) { ${outcome('AddComments', 'comments { id createdAt }')} }
}`,
    present: ofChange,
  }
}

/** All tools, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  {
    name: 'search_cases',
    title: 'Search cases',
    access: 'read',
    description:
      'Finds cases that the caller may see, by default the last changed first. A case must meet all conditions. Use `search` for words. ' +
      'Returns a summary of each case. Call get_case for its comments and data.',
    document: `
query SearchCases($filter: CaseFilter, $orderBy: CaseOrder, $first: Int = 20, $after: String) {
  cases(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    corrected
    edges { cursor node { ${caseValues} match { source text } } }
    pageInfo { hasNextPage endCursor }
  }
}`,
    present: ofSearch,
  },
  {
    name: 'get_case',
    title: 'Read a case',
    access: 'read',
    description:
      'Returns a case with its data, links and latest comments. Send its `version` as expectedVersion of a change. Call get_case_form for ' +
      'the values that can be set.',
    document: `
query GetCase($caseInstanceId: ID!, $before: String) {
  case(id: $caseInstanceId) {
    ${caseValues} caseData
    deadlines { goal state minutes dueAt endedAt }
    links { kind case { id subject status } }
    mergedInto { id }
    comments(last: 20, before: $before) {
      edges { cursor node {
        id internal createdAt editedAt author { ${person} } text
        attachments { id fileName: name size mediaType }
      } }
      pageInfo { hasPreviousPage }
    }
  }
}`,
    ofResult: {
      part: {
        type: GraphQLString,
        description:
          'The only part to return: the ID of a comment on the page, the name of a field of the case data, or case:links.',
      },
      offset: { type: GraphQLInt, description: 'Where in the part to start, in characters or links. 0 by default.' },
    },
    present: ofCase,
  },
  {
    name: 'get_case_form',
    title: 'Read what can be set',
    access: 'read',
    description:
      'Returns what the caller may do with a case, with reasons, and what update_case accepts now: fields of the case data, statuses, ' +
      'resolutions and type categories. Call it before update_case.',
    document: `
query GetCaseForm($caseInstanceId: ID!) {
  case(id: $caseInstanceId) {
    id version typeCode categoryCode status resolution
    permissions {
      update { allowed reason message } assign { allowed reason message } comment { allowed reason message }
    }
    availableStatuses { name closed default settableBy }
    availableResolutions { name default settableBy }
    fields { ${fieldSelection} currentValue: value }
    availableTypeCategories {
      caseTypeCode caseTypeName caseCategoryCode caseCategoryName fields { ${fieldSelection} }
    }
  }
}`,
    ofResult: skip,
    present: ofForm,
  },
  {
    name: 'list_type_categories',
    title: 'List type categories',
    access: 'read',
    description:
      'Lists the type categories in which customers can create cases, with the fields of the case data. For customers and apps. ' +
      'Operators call get_case_form.',
    document: `
query ListTypeCategories($visibility: CaseTypeCategoryVisibility, $caseTypeCode: String, $caseCategoryCode: String) {
  caseTypeCategories(visibility: $visibility, caseTypeCode: $caseTypeCode, caseCategoryCode: $caseCategoryCode) {
    caseTypeCode caseTypeName caseCategoryCode caseCategoryName defaultAnswer fields { ${fieldSelection} }
  }
}`,
    ofResult: skip,
    present: ofTypeCategories,
  },
  comment({
    name: 'add_internal_note',
    title: 'Add an internal note',
    access: 'notes',
    description: 'Adds an internal comment to a case. Only operators see it, never the customer.',
    internal: true,
  }),
  change({
    name: 'create_case',
    title: 'Create a case',
    access: 'full',
    mutation: 'createCase',
    description:
      'Creates a case. First search for an open case about the same matter. If there is one, reply in it instead. The customer reads comments ' +
      'that are not internal.',
  }),
  change({
    name: 'update_case',
    title: 'Update a case',
    access: 'full',
    mutation: 'updateCase',
    description:
      'Changes the values of a case. Call get_case_form first. Always send categoryCode and typeCode, even if they do not change. caseData ' +
      'replaces all data. Values that are absent do not change. The customer reads comments that are not internal.',
  }),
  change({
    name: 'assign_case',
    title: 'Assign a case',
    access: 'full',
    mutation: 'assignCase',
    description: 'Assigns a case to an operator by email, or to a group by groupName. Send one of the two.',
  }),
  change({
    name: 'take_next_case',
    title: 'Take the next case',
    access: 'full',
    mutation: 'takeNextCase',
    description:
      'Assigns to the caller the most urgent case that waits in one of their groups, and returns it. `case` is null if none waits. Do not call ' +
      'it only to look at cases.',
  }),
  comment({
    name: 'reply_to_customer',
    title: 'Reply to the customer',
    access: 'full',
    description:
      'Adds a public comment to a case. The customer can read it at once, and it cannot be taken back. Call it only with text that a person has approved.',
    internal: false,
  }),
]

/** Whether an access lists the tool. */
export function isListed(tool: Tool, access: Access): boolean {
  return accessLevels.indexOf(tool.access) <= accessLevels.indexOf(access)
}

/** The documents of the tools, which the service itself executes. */
export const toolDocuments = tools.map(({ document }) => document)
