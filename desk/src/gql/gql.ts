/* eslint-disable */
import * as types from './graphql';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  fragment ShownStatus on Case {\n    caseStatus {\n      name\n      closed\n      default\n    }\n  }\n": typeof types.ShownStatusFragmentDoc,
    "\n  fragment Assignment on Case {\n    assignee {\n      firstname\n    }\n    group {\n      name\n    }\n  }\n": typeof types.AssignmentFragmentDoc,
    "\n  fragment AssignableCase on Case {\n    assignee {\n      id\n    }\n    group {\n      id\n    }\n  }\n": typeof types.AssignableCaseFragmentDoc,
    "\n  query Assignees($id: ID!, $search: String) {\n    case(id: $id) {\n      assignableOperators(first: 50, search: $search) {\n        nodes {\n          firstname\n          email\n        }\n        pageInfo {\n          hasNextPage\n        }\n      }\n      assignableGroups(first: 50, search: $search) {\n        nodes {\n          name\n        }\n        pageInfo {\n          hasNextPage\n        }\n      }\n    }\n  }\n": typeof types.AssigneesDocument,
    "\n  mutation AssignCase($input: AssignCaseInput!) {\n    result: assignCase(input: $input) {\n      ... on AssignCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on AssignCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": typeof types.AssignCaseDocument,
    "\n  mutation UnassignCase($input: UnassignCaseInput!) {\n    result: unassignCase(input: $input) {\n      ... on UnassignCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on UnassignCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": typeof types.UnassignCaseDocument,
    "\n  fragment NamedCase on Case {\n    caseType {\n      code\n      name\n    }\n    category {\n      code\n      name\n    }\n    fields {\n      name\n      label\n    }\n    availableTypeCategories {\n      ...TypeCategory\n    }\n  }\n": typeof types.NamedCaseFragmentDoc,
    "\n  fragment RecentChanges on Case {\n    version\n    history(last: 20) {\n      nodes {\n        id\n        sequence\n        at\n        ...ShownEvent\n      }\n    }\n    comments(last: 20) {\n      nodes {\n        id\n        text\n        createdAt\n      }\n    }\n  }\n": typeof types.RecentChangesFragmentDoc,
    "\n  query NewCase {\n    statuses {\n      name\n      active\n    }\n    resolutions {\n      name\n      active\n    }\n  }\n": typeof types.NewCaseDocument,
    "\n  mutation CreateCase($input: CreateCaseInput!) {\n    result: createCase(input: $input) {\n      ... on CreateCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on CreateCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": typeof types.CreateCaseDocument,
    "\n  query OpenCase($id: ID!) {\n    case(id: $id) {\n      id\n      version\n      resolution\n      createdAt\n      caseType {\n        name\n      }\n      category {\n        name\n      }\n      party {\n        firstname\n        email\n      }\n      permissions {\n        update {\n          allowed\n          message\n        }\n        assign {\n          allowed\n        }\n        comment {\n          allowed\n          message\n        }\n      }\n      ...ShownStatus\n      ...Assignment\n      ...UpdatableCase\n      ...AssignableCase\n      ...RecentChanges\n      ...LatestEntries\n      ...NamedCase\n    }\n  }\n": typeof types.OpenCaseDocument,
    "\n  query OtherCases($partyEmail: String!, $first: Int!) {\n    cases(first: $first, filter: { partyEmail: $partyEmail }) {\n      totalCount\n      nodes {\n        id\n        updatedAt\n        caseType {\n          name\n        }\n        ...ShownStatus\n      }\n    }\n  }\n": typeof types.OtherCasesDocument,
    "\n  fragment UpdatableCase on Case {\n    id\n    categoryCode\n    typeCode\n    status\n    resolution\n    fields {\n      ...FieldDefinition\n      name\n      value\n    }\n    availableStatuses {\n      name\n      active\n    }\n    availableResolutions {\n      name\n      active\n    }\n    availableTypeCategories {\n      ...TypeCategory\n    }\n  }\n": typeof types.UpdatableCaseFragmentDoc,
    "\n  mutation UpdateCase($input: UpdateCaseInput!) {\n    result: updateCase(input: $input) {\n      ... on UpdateCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on UpdateCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": typeof types.UpdateCaseDocument,
    "\n  fragment FieldDefinition on CaseFieldDefinition {\n    name\n    label\n    kind\n    minimum\n    maximum\n    scale\n    maximumLength\n    choices {\n      value\n      label\n      active\n    }\n    required\n  }\n": typeof types.FieldDefinitionFragmentDoc,
    "\n  fragment TypeCategory on CaseTypeCategory {\n    caseTypeCode\n    caseTypeName\n    caseCategoryCode\n    caseCategoryName\n    defaultAnswer\n    fields {\n      ...FieldDefinition\n      name\n    }\n  }\n": typeof types.TypeCategoryFragmentDoc,
    "\n  query AnyAssignees($search: String) {\n    operators(first: 50, search: $search) {\n      nodes {\n        firstname\n        email\n      }\n      pageInfo {\n        hasNextPage\n      }\n    }\n    groups(first: 50, search: $search) {\n      nodes {\n        name\n      }\n      pageInfo {\n        hasNextPage\n      }\n    }\n  }\n": typeof types.AnyAssigneesDocument,
    "\n  query Cases($filter: CaseFilter, $orderBy: CaseOrder, $after: String, $isFirst: Boolean!) {\n    cases(first: 20, filter: $filter, orderBy: $orderBy, after: $after) {\n      totalCount @include(if: $isFirst)\n      nodes {\n        id\n        ...ListedCase\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.CasesDocument,
    "\n  fragment ListedCase on Case {\n    id\n    version\n    updatedAt\n    caseType {\n      name\n    }\n    category {\n      name\n    }\n    party {\n      firstname\n    }\n    comments(last: 1) {\n      nodes {\n        text\n      }\n    }\n    ...ShownStatus\n    ...Assignment\n  }\n": typeof types.ListedCaseFragmentDoc,
    "\n  mutation TakeNext($input: TakeNextCaseInput!) {\n    result: takeNextCase(input: $input) {\n      ... on TakeNextCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on TakeNextCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": typeof types.TakeNextDocument,
    "\n  query Waiting($groupNames: [String!]!) {\n    ofGroups: cases(first: 0, filter: { closed: false, groupName: $groupNames }) {\n      totalCount\n    }\n    unassigned: cases(first: 0, filter: { closed: false, unassigned: true }) {\n      totalCount\n    }\n  }\n": typeof types.WaitingDocument,
    "\n  mutation AssignCases($inputs: [AssignCaseInput!]!) {\n    results: assignCases(inputs: $inputs) {\n      ... on AssignCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on AssignCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n      ... on RejectedChange {\n        errorCode\n        message\n      }\n    }\n  }\n": typeof types.AssignCasesDocument,
    "\n  query Viewer {\n    viewer {\n      login\n      firstname\n      email\n      touchpoint {\n        code\n        name\n      }\n      groups {\n        name\n      }\n      typeCategories {\n        ...TypeCategory\n      }\n    }\n    statuses {\n      name\n      active\n      closed\n      default\n    }\n  }\n": typeof types.ViewerDocument,
    "\n  mutation RemoveComment($input: RemoveCommentInput!) {\n    result: removeComment(input: $input) {\n      ... on RemoveCommentPayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on RemoveCommentError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": typeof types.RemoveCommentDocument,
    "\n  mutation EditComment($input: EditCommentInput!) {\n    result: editComment(input: $input) {\n      ... on EditCommentPayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on EditCommentError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": typeof types.EditCommentDocument,
    "\n  fragment ShownComment on CaseComment {\n    id\n    text\n    internal\n    createdAt\n    editedAt\n    author {\n      firstname\n      email\n    }\n  }\n": typeof types.ShownCommentFragmentDoc,
    "\n  mutation AddComments($input: AddCommentsInput!) {\n    result: addComments(input: $input) {\n      ... on AddCommentsPayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on AddCommentsError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": typeof types.AddCommentsDocument,
    "\n  fragment ShownEvent on CaseEvent {\n    kind\n    at\n    touchpoint\n    actor {\n      firstname\n    }\n    changes {\n      path\n      from\n      to\n    }\n  }\n": typeof types.ShownEventFragmentDoc,
    "\n  fragment CommentPage on CaseCommentConnection {\n    edges {\n      cursor\n      node {\n        id\n        createdAt\n        ...ShownComment\n      }\n    }\n    pageInfo {\n      hasPreviousPage\n    }\n  }\n": typeof types.CommentPageFragmentDoc,
    "\n  fragment EventPage on CaseEventConnection {\n    edges {\n      cursor\n      node {\n        id\n        kind\n        at\n        changes {\n          path\n        }\n        ...ShownEvent\n      }\n    }\n    pageInfo {\n      hasPreviousPage\n    }\n  }\n": typeof types.EventPageFragmentDoc,
    "\n  fragment LatestEntries on Case {\n    comments(last: 20) {\n      ...CommentPage\n    }\n    history(last: 20) {\n      ...EventPage\n    }\n  }\n": typeof types.LatestEntriesFragmentDoc,
    "\n  query OlderEntries($id: ID!, $comments: String, $events: String) {\n    case(id: $id) {\n      id\n      version\n      comments(last: 20, before: $comments) {\n        ...CommentPage\n      }\n      history(last: 20, before: $events) {\n        ...EventPage\n      }\n    }\n  }\n": typeof types.OlderEntriesDocument,
};
const documents: Documents = {
    "\n  fragment ShownStatus on Case {\n    caseStatus {\n      name\n      closed\n      default\n    }\n  }\n": types.ShownStatusFragmentDoc,
    "\n  fragment Assignment on Case {\n    assignee {\n      firstname\n    }\n    group {\n      name\n    }\n  }\n": types.AssignmentFragmentDoc,
    "\n  fragment AssignableCase on Case {\n    assignee {\n      id\n    }\n    group {\n      id\n    }\n  }\n": types.AssignableCaseFragmentDoc,
    "\n  query Assignees($id: ID!, $search: String) {\n    case(id: $id) {\n      assignableOperators(first: 50, search: $search) {\n        nodes {\n          firstname\n          email\n        }\n        pageInfo {\n          hasNextPage\n        }\n      }\n      assignableGroups(first: 50, search: $search) {\n        nodes {\n          name\n        }\n        pageInfo {\n          hasNextPage\n        }\n      }\n    }\n  }\n": types.AssigneesDocument,
    "\n  mutation AssignCase($input: AssignCaseInput!) {\n    result: assignCase(input: $input) {\n      ... on AssignCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on AssignCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": types.AssignCaseDocument,
    "\n  mutation UnassignCase($input: UnassignCaseInput!) {\n    result: unassignCase(input: $input) {\n      ... on UnassignCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on UnassignCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": types.UnassignCaseDocument,
    "\n  fragment NamedCase on Case {\n    caseType {\n      code\n      name\n    }\n    category {\n      code\n      name\n    }\n    fields {\n      name\n      label\n    }\n    availableTypeCategories {\n      ...TypeCategory\n    }\n  }\n": types.NamedCaseFragmentDoc,
    "\n  fragment RecentChanges on Case {\n    version\n    history(last: 20) {\n      nodes {\n        id\n        sequence\n        at\n        ...ShownEvent\n      }\n    }\n    comments(last: 20) {\n      nodes {\n        id\n        text\n        createdAt\n      }\n    }\n  }\n": types.RecentChangesFragmentDoc,
    "\n  query NewCase {\n    statuses {\n      name\n      active\n    }\n    resolutions {\n      name\n      active\n    }\n  }\n": types.NewCaseDocument,
    "\n  mutation CreateCase($input: CreateCaseInput!) {\n    result: createCase(input: $input) {\n      ... on CreateCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on CreateCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": types.CreateCaseDocument,
    "\n  query OpenCase($id: ID!) {\n    case(id: $id) {\n      id\n      version\n      resolution\n      createdAt\n      caseType {\n        name\n      }\n      category {\n        name\n      }\n      party {\n        firstname\n        email\n      }\n      permissions {\n        update {\n          allowed\n          message\n        }\n        assign {\n          allowed\n        }\n        comment {\n          allowed\n          message\n        }\n      }\n      ...ShownStatus\n      ...Assignment\n      ...UpdatableCase\n      ...AssignableCase\n      ...RecentChanges\n      ...LatestEntries\n      ...NamedCase\n    }\n  }\n": types.OpenCaseDocument,
    "\n  query OtherCases($partyEmail: String!, $first: Int!) {\n    cases(first: $first, filter: { partyEmail: $partyEmail }) {\n      totalCount\n      nodes {\n        id\n        updatedAt\n        caseType {\n          name\n        }\n        ...ShownStatus\n      }\n    }\n  }\n": types.OtherCasesDocument,
    "\n  fragment UpdatableCase on Case {\n    id\n    categoryCode\n    typeCode\n    status\n    resolution\n    fields {\n      ...FieldDefinition\n      name\n      value\n    }\n    availableStatuses {\n      name\n      active\n    }\n    availableResolutions {\n      name\n      active\n    }\n    availableTypeCategories {\n      ...TypeCategory\n    }\n  }\n": types.UpdatableCaseFragmentDoc,
    "\n  mutation UpdateCase($input: UpdateCaseInput!) {\n    result: updateCase(input: $input) {\n      ... on UpdateCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on UpdateCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": types.UpdateCaseDocument,
    "\n  fragment FieldDefinition on CaseFieldDefinition {\n    name\n    label\n    kind\n    minimum\n    maximum\n    scale\n    maximumLength\n    choices {\n      value\n      label\n      active\n    }\n    required\n  }\n": types.FieldDefinitionFragmentDoc,
    "\n  fragment TypeCategory on CaseTypeCategory {\n    caseTypeCode\n    caseTypeName\n    caseCategoryCode\n    caseCategoryName\n    defaultAnswer\n    fields {\n      ...FieldDefinition\n      name\n    }\n  }\n": types.TypeCategoryFragmentDoc,
    "\n  query AnyAssignees($search: String) {\n    operators(first: 50, search: $search) {\n      nodes {\n        firstname\n        email\n      }\n      pageInfo {\n        hasNextPage\n      }\n    }\n    groups(first: 50, search: $search) {\n      nodes {\n        name\n      }\n      pageInfo {\n        hasNextPage\n      }\n    }\n  }\n": types.AnyAssigneesDocument,
    "\n  query Cases($filter: CaseFilter, $orderBy: CaseOrder, $after: String, $isFirst: Boolean!) {\n    cases(first: 20, filter: $filter, orderBy: $orderBy, after: $after) {\n      totalCount @include(if: $isFirst)\n      nodes {\n        id\n        ...ListedCase\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.CasesDocument,
    "\n  fragment ListedCase on Case {\n    id\n    version\n    updatedAt\n    caseType {\n      name\n    }\n    category {\n      name\n    }\n    party {\n      firstname\n    }\n    comments(last: 1) {\n      nodes {\n        text\n      }\n    }\n    ...ShownStatus\n    ...Assignment\n  }\n": types.ListedCaseFragmentDoc,
    "\n  mutation TakeNext($input: TakeNextCaseInput!) {\n    result: takeNextCase(input: $input) {\n      ... on TakeNextCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on TakeNextCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": types.TakeNextDocument,
    "\n  query Waiting($groupNames: [String!]!) {\n    ofGroups: cases(first: 0, filter: { closed: false, groupName: $groupNames }) {\n      totalCount\n    }\n    unassigned: cases(first: 0, filter: { closed: false, unassigned: true }) {\n      totalCount\n    }\n  }\n": types.WaitingDocument,
    "\n  mutation AssignCases($inputs: [AssignCaseInput!]!) {\n    results: assignCases(inputs: $inputs) {\n      ... on AssignCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on AssignCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n      ... on RejectedChange {\n        errorCode\n        message\n      }\n    }\n  }\n": types.AssignCasesDocument,
    "\n  query Viewer {\n    viewer {\n      login\n      firstname\n      email\n      touchpoint {\n        code\n        name\n      }\n      groups {\n        name\n      }\n      typeCategories {\n        ...TypeCategory\n      }\n    }\n    statuses {\n      name\n      active\n      closed\n      default\n    }\n  }\n": types.ViewerDocument,
    "\n  mutation RemoveComment($input: RemoveCommentInput!) {\n    result: removeComment(input: $input) {\n      ... on RemoveCommentPayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on RemoveCommentError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": types.RemoveCommentDocument,
    "\n  mutation EditComment($input: EditCommentInput!) {\n    result: editComment(input: $input) {\n      ... on EditCommentPayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on EditCommentError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": types.EditCommentDocument,
    "\n  fragment ShownComment on CaseComment {\n    id\n    text\n    internal\n    createdAt\n    editedAt\n    author {\n      firstname\n      email\n    }\n  }\n": types.ShownCommentFragmentDoc,
    "\n  mutation AddComments($input: AddCommentsInput!) {\n    result: addComments(input: $input) {\n      ... on AddCommentsPayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on AddCommentsError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": types.AddCommentsDocument,
    "\n  fragment ShownEvent on CaseEvent {\n    kind\n    at\n    touchpoint\n    actor {\n      firstname\n    }\n    changes {\n      path\n      from\n      to\n    }\n  }\n": types.ShownEventFragmentDoc,
    "\n  fragment CommentPage on CaseCommentConnection {\n    edges {\n      cursor\n      node {\n        id\n        createdAt\n        ...ShownComment\n      }\n    }\n    pageInfo {\n      hasPreviousPage\n    }\n  }\n": types.CommentPageFragmentDoc,
    "\n  fragment EventPage on CaseEventConnection {\n    edges {\n      cursor\n      node {\n        id\n        kind\n        at\n        changes {\n          path\n        }\n        ...ShownEvent\n      }\n    }\n    pageInfo {\n      hasPreviousPage\n    }\n  }\n": types.EventPageFragmentDoc,
    "\n  fragment LatestEntries on Case {\n    comments(last: 20) {\n      ...CommentPage\n    }\n    history(last: 20) {\n      ...EventPage\n    }\n  }\n": types.LatestEntriesFragmentDoc,
    "\n  query OlderEntries($id: ID!, $comments: String, $events: String) {\n    case(id: $id) {\n      id\n      version\n      comments(last: 20, before: $comments) {\n        ...CommentPage\n      }\n      history(last: 20, before: $events) {\n        ...EventPage\n      }\n    }\n  }\n": types.OlderEntriesDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ShownStatus on Case {\n    caseStatus {\n      name\n      closed\n      default\n    }\n  }\n"): (typeof documents)["\n  fragment ShownStatus on Case {\n    caseStatus {\n      name\n      closed\n      default\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Assignment on Case {\n    assignee {\n      firstname\n    }\n    group {\n      name\n    }\n  }\n"): (typeof documents)["\n  fragment Assignment on Case {\n    assignee {\n      firstname\n    }\n    group {\n      name\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AssignableCase on Case {\n    assignee {\n      id\n    }\n    group {\n      id\n    }\n  }\n"): (typeof documents)["\n  fragment AssignableCase on Case {\n    assignee {\n      id\n    }\n    group {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Assignees($id: ID!, $search: String) {\n    case(id: $id) {\n      assignableOperators(first: 50, search: $search) {\n        nodes {\n          firstname\n          email\n        }\n        pageInfo {\n          hasNextPage\n        }\n      }\n      assignableGroups(first: 50, search: $search) {\n        nodes {\n          name\n        }\n        pageInfo {\n          hasNextPage\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Assignees($id: ID!, $search: String) {\n    case(id: $id) {\n      assignableOperators(first: 50, search: $search) {\n        nodes {\n          firstname\n          email\n        }\n        pageInfo {\n          hasNextPage\n        }\n      }\n      assignableGroups(first: 50, search: $search) {\n        nodes {\n          name\n        }\n        pageInfo {\n          hasNextPage\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AssignCase($input: AssignCaseInput!) {\n    result: assignCase(input: $input) {\n      ... on AssignCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on AssignCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AssignCase($input: AssignCaseInput!) {\n    result: assignCase(input: $input) {\n      ... on AssignCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on AssignCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnassignCase($input: UnassignCaseInput!) {\n    result: unassignCase(input: $input) {\n      ... on UnassignCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on UnassignCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UnassignCase($input: UnassignCaseInput!) {\n    result: unassignCase(input: $input) {\n      ... on UnassignCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on UnassignCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment NamedCase on Case {\n    caseType {\n      code\n      name\n    }\n    category {\n      code\n      name\n    }\n    fields {\n      name\n      label\n    }\n    availableTypeCategories {\n      ...TypeCategory\n    }\n  }\n"): (typeof documents)["\n  fragment NamedCase on Case {\n    caseType {\n      code\n      name\n    }\n    category {\n      code\n      name\n    }\n    fields {\n      name\n      label\n    }\n    availableTypeCategories {\n      ...TypeCategory\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RecentChanges on Case {\n    version\n    history(last: 20) {\n      nodes {\n        id\n        sequence\n        at\n        ...ShownEvent\n      }\n    }\n    comments(last: 20) {\n      nodes {\n        id\n        text\n        createdAt\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment RecentChanges on Case {\n    version\n    history(last: 20) {\n      nodes {\n        id\n        sequence\n        at\n        ...ShownEvent\n      }\n    }\n    comments(last: 20) {\n      nodes {\n        id\n        text\n        createdAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NewCase {\n    statuses {\n      name\n      active\n    }\n    resolutions {\n      name\n      active\n    }\n  }\n"): (typeof documents)["\n  query NewCase {\n    statuses {\n      name\n      active\n    }\n    resolutions {\n      name\n      active\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateCase($input: CreateCaseInput!) {\n    result: createCase(input: $input) {\n      ... on CreateCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on CreateCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateCase($input: CreateCaseInput!) {\n    result: createCase(input: $input) {\n      ... on CreateCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on CreateCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OpenCase($id: ID!) {\n    case(id: $id) {\n      id\n      version\n      resolution\n      createdAt\n      caseType {\n        name\n      }\n      category {\n        name\n      }\n      party {\n        firstname\n        email\n      }\n      permissions {\n        update {\n          allowed\n          message\n        }\n        assign {\n          allowed\n        }\n        comment {\n          allowed\n          message\n        }\n      }\n      ...ShownStatus\n      ...Assignment\n      ...UpdatableCase\n      ...AssignableCase\n      ...RecentChanges\n      ...LatestEntries\n      ...NamedCase\n    }\n  }\n"): (typeof documents)["\n  query OpenCase($id: ID!) {\n    case(id: $id) {\n      id\n      version\n      resolution\n      createdAt\n      caseType {\n        name\n      }\n      category {\n        name\n      }\n      party {\n        firstname\n        email\n      }\n      permissions {\n        update {\n          allowed\n          message\n        }\n        assign {\n          allowed\n        }\n        comment {\n          allowed\n          message\n        }\n      }\n      ...ShownStatus\n      ...Assignment\n      ...UpdatableCase\n      ...AssignableCase\n      ...RecentChanges\n      ...LatestEntries\n      ...NamedCase\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OtherCases($partyEmail: String!, $first: Int!) {\n    cases(first: $first, filter: { partyEmail: $partyEmail }) {\n      totalCount\n      nodes {\n        id\n        updatedAt\n        caseType {\n          name\n        }\n        ...ShownStatus\n      }\n    }\n  }\n"): (typeof documents)["\n  query OtherCases($partyEmail: String!, $first: Int!) {\n    cases(first: $first, filter: { partyEmail: $partyEmail }) {\n      totalCount\n      nodes {\n        id\n        updatedAt\n        caseType {\n          name\n        }\n        ...ShownStatus\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment UpdatableCase on Case {\n    id\n    categoryCode\n    typeCode\n    status\n    resolution\n    fields {\n      ...FieldDefinition\n      name\n      value\n    }\n    availableStatuses {\n      name\n      active\n    }\n    availableResolutions {\n      name\n      active\n    }\n    availableTypeCategories {\n      ...TypeCategory\n    }\n  }\n"): (typeof documents)["\n  fragment UpdatableCase on Case {\n    id\n    categoryCode\n    typeCode\n    status\n    resolution\n    fields {\n      ...FieldDefinition\n      name\n      value\n    }\n    availableStatuses {\n      name\n      active\n    }\n    availableResolutions {\n      name\n      active\n    }\n    availableTypeCategories {\n      ...TypeCategory\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateCase($input: UpdateCaseInput!) {\n    result: updateCase(input: $input) {\n      ... on UpdateCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on UpdateCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateCase($input: UpdateCaseInput!) {\n    result: updateCase(input: $input) {\n      ... on UpdateCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on UpdateCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment FieldDefinition on CaseFieldDefinition {\n    name\n    label\n    kind\n    minimum\n    maximum\n    scale\n    maximumLength\n    choices {\n      value\n      label\n      active\n    }\n    required\n  }\n"): (typeof documents)["\n  fragment FieldDefinition on CaseFieldDefinition {\n    name\n    label\n    kind\n    minimum\n    maximum\n    scale\n    maximumLength\n    choices {\n      value\n      label\n      active\n    }\n    required\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TypeCategory on CaseTypeCategory {\n    caseTypeCode\n    caseTypeName\n    caseCategoryCode\n    caseCategoryName\n    defaultAnswer\n    fields {\n      ...FieldDefinition\n      name\n    }\n  }\n"): (typeof documents)["\n  fragment TypeCategory on CaseTypeCategory {\n    caseTypeCode\n    caseTypeName\n    caseCategoryCode\n    caseCategoryName\n    defaultAnswer\n    fields {\n      ...FieldDefinition\n      name\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AnyAssignees($search: String) {\n    operators(first: 50, search: $search) {\n      nodes {\n        firstname\n        email\n      }\n      pageInfo {\n        hasNextPage\n      }\n    }\n    groups(first: 50, search: $search) {\n      nodes {\n        name\n      }\n      pageInfo {\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query AnyAssignees($search: String) {\n    operators(first: 50, search: $search) {\n      nodes {\n        firstname\n        email\n      }\n      pageInfo {\n        hasNextPage\n      }\n    }\n    groups(first: 50, search: $search) {\n      nodes {\n        name\n      }\n      pageInfo {\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Cases($filter: CaseFilter, $orderBy: CaseOrder, $after: String, $isFirst: Boolean!) {\n    cases(first: 20, filter: $filter, orderBy: $orderBy, after: $after) {\n      totalCount @include(if: $isFirst)\n      nodes {\n        id\n        ...ListedCase\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): (typeof documents)["\n  query Cases($filter: CaseFilter, $orderBy: CaseOrder, $after: String, $isFirst: Boolean!) {\n    cases(first: 20, filter: $filter, orderBy: $orderBy, after: $after) {\n      totalCount @include(if: $isFirst)\n      nodes {\n        id\n        ...ListedCase\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ListedCase on Case {\n    id\n    version\n    updatedAt\n    caseType {\n      name\n    }\n    category {\n      name\n    }\n    party {\n      firstname\n    }\n    comments(last: 1) {\n      nodes {\n        text\n      }\n    }\n    ...ShownStatus\n    ...Assignment\n  }\n"): (typeof documents)["\n  fragment ListedCase on Case {\n    id\n    version\n    updatedAt\n    caseType {\n      name\n    }\n    category {\n      name\n    }\n    party {\n      firstname\n    }\n    comments(last: 1) {\n      nodes {\n        text\n      }\n    }\n    ...ShownStatus\n    ...Assignment\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TakeNext($input: TakeNextCaseInput!) {\n    result: takeNextCase(input: $input) {\n      ... on TakeNextCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on TakeNextCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation TakeNext($input: TakeNextCaseInput!) {\n    result: takeNextCase(input: $input) {\n      ... on TakeNextCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on TakeNextCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Waiting($groupNames: [String!]!) {\n    ofGroups: cases(first: 0, filter: { closed: false, groupName: $groupNames }) {\n      totalCount\n    }\n    unassigned: cases(first: 0, filter: { closed: false, unassigned: true }) {\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query Waiting($groupNames: [String!]!) {\n    ofGroups: cases(first: 0, filter: { closed: false, groupName: $groupNames }) {\n      totalCount\n    }\n    unassigned: cases(first: 0, filter: { closed: false, unassigned: true }) {\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AssignCases($inputs: [AssignCaseInput!]!) {\n    results: assignCases(inputs: $inputs) {\n      ... on AssignCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on AssignCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n      ... on RejectedChange {\n        errorCode\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AssignCases($inputs: [AssignCaseInput!]!) {\n    results: assignCases(inputs: $inputs) {\n      ... on AssignCasePayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on AssignCaseError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n      ... on RejectedChange {\n        errorCode\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Viewer {\n    viewer {\n      login\n      firstname\n      email\n      touchpoint {\n        code\n        name\n      }\n      groups {\n        name\n      }\n      typeCategories {\n        ...TypeCategory\n      }\n    }\n    statuses {\n      name\n      active\n      closed\n      default\n    }\n  }\n"): (typeof documents)["\n  query Viewer {\n    viewer {\n      login\n      firstname\n      email\n      touchpoint {\n        code\n        name\n      }\n      groups {\n        name\n      }\n      typeCategories {\n        ...TypeCategory\n      }\n    }\n    statuses {\n      name\n      active\n      closed\n      default\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveComment($input: RemoveCommentInput!) {\n    result: removeComment(input: $input) {\n      ... on RemoveCommentPayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on RemoveCommentError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveComment($input: RemoveCommentInput!) {\n    result: removeComment(input: $input) {\n      ... on RemoveCommentPayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on RemoveCommentError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EditComment($input: EditCommentInput!) {\n    result: editComment(input: $input) {\n      ... on EditCommentPayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on EditCommentError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation EditComment($input: EditCommentInput!) {\n    result: editComment(input: $input) {\n      ... on EditCommentPayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on EditCommentError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ShownComment on CaseComment {\n    id\n    text\n    internal\n    createdAt\n    editedAt\n    author {\n      firstname\n      email\n    }\n  }\n"): (typeof documents)["\n  fragment ShownComment on CaseComment {\n    id\n    text\n    internal\n    createdAt\n    editedAt\n    author {\n      firstname\n      email\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddComments($input: AddCommentsInput!) {\n    result: addComments(input: $input) {\n      ... on AddCommentsPayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on AddCommentsError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AddComments($input: AddCommentsInput!) {\n    result: addComments(input: $input) {\n      ... on AddCommentsPayload {\n        case {\n          id\n          version\n        }\n      }\n      ... on AddCommentsError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ShownEvent on CaseEvent {\n    kind\n    at\n    touchpoint\n    actor {\n      firstname\n    }\n    changes {\n      path\n      from\n      to\n    }\n  }\n"): (typeof documents)["\n  fragment ShownEvent on CaseEvent {\n    kind\n    at\n    touchpoint\n    actor {\n      firstname\n    }\n    changes {\n      path\n      from\n      to\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CommentPage on CaseCommentConnection {\n    edges {\n      cursor\n      node {\n        id\n        createdAt\n        ...ShownComment\n      }\n    }\n    pageInfo {\n      hasPreviousPage\n    }\n  }\n"): (typeof documents)["\n  fragment CommentPage on CaseCommentConnection {\n    edges {\n      cursor\n      node {\n        id\n        createdAt\n        ...ShownComment\n      }\n    }\n    pageInfo {\n      hasPreviousPage\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment EventPage on CaseEventConnection {\n    edges {\n      cursor\n      node {\n        id\n        kind\n        at\n        changes {\n          path\n        }\n        ...ShownEvent\n      }\n    }\n    pageInfo {\n      hasPreviousPage\n    }\n  }\n"): (typeof documents)["\n  fragment EventPage on CaseEventConnection {\n    edges {\n      cursor\n      node {\n        id\n        kind\n        at\n        changes {\n          path\n        }\n        ...ShownEvent\n      }\n    }\n    pageInfo {\n      hasPreviousPage\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment LatestEntries on Case {\n    comments(last: 20) {\n      ...CommentPage\n    }\n    history(last: 20) {\n      ...EventPage\n    }\n  }\n"): (typeof documents)["\n  fragment LatestEntries on Case {\n    comments(last: 20) {\n      ...CommentPage\n    }\n    history(last: 20) {\n      ...EventPage\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OlderEntries($id: ID!, $comments: String, $events: String) {\n    case(id: $id) {\n      id\n      version\n      comments(last: 20, before: $comments) {\n        ...CommentPage\n      }\n      history(last: 20, before: $events) {\n        ...EventPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query OlderEntries($id: ID!, $comments: String, $events: String) {\n    case(id: $id) {\n      id\n      version\n      comments(last: 20, before: $comments) {\n        ...CommentPage\n      }\n      history(last: 20, before: $events) {\n        ...EventPage\n      }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;