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
    "\n  query AuditEvents($target: String, $action: [AuditAction!], $after: String) {\n    auditEvents(first: 50, target: $target, action: $action, after: $after) {\n      nodes {\n        id\n        ...ShownAuditEvent\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.AuditEventsDocument,
    "\n  fragment ShownAuditEvent on AuditEvent {\n    at\n    actor {\n      firstname\n    }\n    touchpoint\n    action\n    target\n    changes {\n      path\n      from\n      to\n    }\n  }\n": typeof types.ShownAuditEventFragmentDoc,
    "\n  query Configuration {\n    configuration {\n      categories {\n        code\n        name\n        active\n        system\n        version\n      }\n      types {\n        code\n        name\n        active\n        fields {\n          name\n          label\n          kind\n          minimum\n          maximum\n          scale\n          maximumLength\n          required\n          choices {\n            value\n            label\n            active\n          }\n        }\n        version\n      }\n      typeCategories {\n        caseType {\n          code\n          name\n        }\n        category {\n          code\n          name\n        }\n        active\n        appVisible\n        defaultAnswer\n        group {\n          name\n        }\n        version\n      }\n      statuses {\n        name\n        active\n        closed\n        default\n        transitions\n        version\n      }\n      resolutions {\n        name\n        active\n        default\n        version\n      }\n      touchpoints {\n        code\n        name\n        allTypeCategories\n        grants {\n          typeCode\n          categoryCode\n          modifyCases\n        }\n        logins\n        registers\n        secrets {\n          id\n          createdAt\n          lastUsedAt\n        }\n        version\n      }\n    }\n  }\n": typeof types.ConfigurationDocument,
    "\n  query Group($id: ID!) {\n    node(id: $id) {\n      ... on OperatorGroup {\n        id\n        ...Group\n      }\n    }\n  }\n": typeof types.GroupDocument,
    "\n  query Groups($search: String, $after: String) {\n    groups(first: 50, search: $search, after: $after) {\n      nodes {\n        id\n        name\n        active\n        typeCodes\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.GroupsDocument,
    "\n  fragment Group on OperatorGroup {\n    id\n    name\n    active\n    typeCodes\n    members {\n      email\n      firstname\n    }\n    version\n  }\n": typeof types.GroupFragmentDoc,
    "\n  query GroupNames($search: String) {\n    groups(first: 100, search: $search) {\n      nodes {\n        id\n        name\n        active\n      }\n    }\n  }\n": typeof types.GroupNamesDocument,
    "\n  mutation Configure($input: ConfigureInput!) {\n    result: configure(input: $input) {\n      ... on ConfigurePayload {\n        changes {\n          kind\n          version\n          changes {\n            path\n            from\n            to\n          }\n          impact {\n            kind\n            count\n            message\n          }\n        }\n      }\n      ... on ConfigureError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": typeof types.ConfigureDocument,
    "\n  query Persons($login: LoginKind, $search: String, $after: String) {\n    persons(first: 50, login: $login, search: $search, after: $after) {\n      nodes {\n        id\n        login\n        firstname\n        email\n        active\n        blocked\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.PersonsDocument,
    "\n  query Person($id: ID!) {\n    node(id: $id) {\n      ... on Person {\n        id\n        ...PersonDetails\n      }\n    }\n  }\n": typeof types.PersonDocument,
    "\n  mutation ErasePerson($input: ErasePersonInput!) {\n    result: erasePerson(input: $input) {\n      ... on ErasePersonPayload {\n        cases\n      }\n      ... on ErasePersonError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": typeof types.ErasePersonDocument,
    "\n  fragment PersonDetails on Person {\n    id\n    login\n    firstname\n    email\n    active\n    blocked\n    subject\n    typeCodes\n    groups {\n      name\n    }\n    version\n  }\n": typeof types.PersonDetailsFragmentDoc,
    "\n  query PersonNames($login: LoginKind!, $search: String) {\n    persons(first: 50, login: $login, search: $search) {\n      nodes {\n        id\n        email\n        firstname\n      }\n    }\n  }\n": typeof types.PersonNamesDocument,
    "\n  query OwnSessions {\n    viewer {\n      id\n      sessions(first: 100) {\n        nodes {\n          id\n          touchpoint {\n            name\n          }\n          createdAt\n          lastUsedAt\n          expiresAt\n          current\n        }\n      }\n    }\n  }\n": typeof types.OwnSessionsDocument,
    "\n  mutation RevokeSessions($input: RevokeSessionsInput!) {\n    result: revokeSessions(input: $input) {\n      ... on RevokeSessionsPayload {\n        revoked\n      }\n      ... on RevokeSessionsError {\n        message\n      }\n    }\n  }\n": typeof types.RevokeSessionsDocument,
    "\n  mutation IssueTouchpointSecret($input: IssueTouchpointSecretInput!) {\n    result: issueTouchpointSecret(input: $input) {\n      ... on IssueTouchpointSecretPayload {\n        secret\n        touchpointSecret {\n          id\n        }\n      }\n      ... on IssueTouchpointSecretError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": typeof types.IssueTouchpointSecretDocument,
    "\n  mutation RevokeTouchpointSecret($input: RevokeTouchpointSecretInput!) {\n    result: revokeTouchpointSecret(input: $input) {\n      ... on RevokeTouchpointSecretPayload {\n        __typename\n      }\n      ... on RevokeTouchpointSecretError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": typeof types.RevokeTouchpointSecretDocument,
};
const documents: Documents = {
    "\n  query AuditEvents($target: String, $action: [AuditAction!], $after: String) {\n    auditEvents(first: 50, target: $target, action: $action, after: $after) {\n      nodes {\n        id\n        ...ShownAuditEvent\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.AuditEventsDocument,
    "\n  fragment ShownAuditEvent on AuditEvent {\n    at\n    actor {\n      firstname\n    }\n    touchpoint\n    action\n    target\n    changes {\n      path\n      from\n      to\n    }\n  }\n": types.ShownAuditEventFragmentDoc,
    "\n  query Configuration {\n    configuration {\n      categories {\n        code\n        name\n        active\n        system\n        version\n      }\n      types {\n        code\n        name\n        active\n        fields {\n          name\n          label\n          kind\n          minimum\n          maximum\n          scale\n          maximumLength\n          required\n          choices {\n            value\n            label\n            active\n          }\n        }\n        version\n      }\n      typeCategories {\n        caseType {\n          code\n          name\n        }\n        category {\n          code\n          name\n        }\n        active\n        appVisible\n        defaultAnswer\n        group {\n          name\n        }\n        version\n      }\n      statuses {\n        name\n        active\n        closed\n        default\n        transitions\n        version\n      }\n      resolutions {\n        name\n        active\n        default\n        version\n      }\n      touchpoints {\n        code\n        name\n        allTypeCategories\n        grants {\n          typeCode\n          categoryCode\n          modifyCases\n        }\n        logins\n        registers\n        secrets {\n          id\n          createdAt\n          lastUsedAt\n        }\n        version\n      }\n    }\n  }\n": types.ConfigurationDocument,
    "\n  query Group($id: ID!) {\n    node(id: $id) {\n      ... on OperatorGroup {\n        id\n        ...Group\n      }\n    }\n  }\n": types.GroupDocument,
    "\n  query Groups($search: String, $after: String) {\n    groups(first: 50, search: $search, after: $after) {\n      nodes {\n        id\n        name\n        active\n        typeCodes\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.GroupsDocument,
    "\n  fragment Group on OperatorGroup {\n    id\n    name\n    active\n    typeCodes\n    members {\n      email\n      firstname\n    }\n    version\n  }\n": types.GroupFragmentDoc,
    "\n  query GroupNames($search: String) {\n    groups(first: 100, search: $search) {\n      nodes {\n        id\n        name\n        active\n      }\n    }\n  }\n": types.GroupNamesDocument,
    "\n  mutation Configure($input: ConfigureInput!) {\n    result: configure(input: $input) {\n      ... on ConfigurePayload {\n        changes {\n          kind\n          version\n          changes {\n            path\n            from\n            to\n          }\n          impact {\n            kind\n            count\n            message\n          }\n        }\n      }\n      ... on ConfigureError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": types.ConfigureDocument,
    "\n  query Persons($login: LoginKind, $search: String, $after: String) {\n    persons(first: 50, login: $login, search: $search, after: $after) {\n      nodes {\n        id\n        login\n        firstname\n        email\n        active\n        blocked\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.PersonsDocument,
    "\n  query Person($id: ID!) {\n    node(id: $id) {\n      ... on Person {\n        id\n        ...PersonDetails\n      }\n    }\n  }\n": types.PersonDocument,
    "\n  mutation ErasePerson($input: ErasePersonInput!) {\n    result: erasePerson(input: $input) {\n      ... on ErasePersonPayload {\n        cases\n      }\n      ... on ErasePersonError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": types.ErasePersonDocument,
    "\n  fragment PersonDetails on Person {\n    id\n    login\n    firstname\n    email\n    active\n    blocked\n    subject\n    typeCodes\n    groups {\n      name\n    }\n    version\n  }\n": types.PersonDetailsFragmentDoc,
    "\n  query PersonNames($login: LoginKind!, $search: String) {\n    persons(first: 50, login: $login, search: $search) {\n      nodes {\n        id\n        email\n        firstname\n      }\n    }\n  }\n": types.PersonNamesDocument,
    "\n  query OwnSessions {\n    viewer {\n      id\n      sessions(first: 100) {\n        nodes {\n          id\n          touchpoint {\n            name\n          }\n          createdAt\n          lastUsedAt\n          expiresAt\n          current\n        }\n      }\n    }\n  }\n": types.OwnSessionsDocument,
    "\n  mutation RevokeSessions($input: RevokeSessionsInput!) {\n    result: revokeSessions(input: $input) {\n      ... on RevokeSessionsPayload {\n        revoked\n      }\n      ... on RevokeSessionsError {\n        message\n      }\n    }\n  }\n": types.RevokeSessionsDocument,
    "\n  mutation IssueTouchpointSecret($input: IssueTouchpointSecretInput!) {\n    result: issueTouchpointSecret(input: $input) {\n      ... on IssueTouchpointSecretPayload {\n        secret\n        touchpointSecret {\n          id\n        }\n      }\n      ... on IssueTouchpointSecretError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": types.IssueTouchpointSecretDocument,
    "\n  mutation RevokeTouchpointSecret($input: RevokeTouchpointSecretInput!) {\n    result: revokeTouchpointSecret(input: $input) {\n      ... on RevokeTouchpointSecretPayload {\n        __typename\n      }\n      ... on RevokeTouchpointSecretError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n": types.RevokeTouchpointSecretDocument,
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
export function graphql(source: "\n  query AuditEvents($target: String, $action: [AuditAction!], $after: String) {\n    auditEvents(first: 50, target: $target, action: $action, after: $after) {\n      nodes {\n        id\n        ...ShownAuditEvent\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): (typeof documents)["\n  query AuditEvents($target: String, $action: [AuditAction!], $after: String) {\n    auditEvents(first: 50, target: $target, action: $action, after: $after) {\n      nodes {\n        id\n        ...ShownAuditEvent\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ShownAuditEvent on AuditEvent {\n    at\n    actor {\n      firstname\n    }\n    touchpoint\n    action\n    target\n    changes {\n      path\n      from\n      to\n    }\n  }\n"): (typeof documents)["\n  fragment ShownAuditEvent on AuditEvent {\n    at\n    actor {\n      firstname\n    }\n    touchpoint\n    action\n    target\n    changes {\n      path\n      from\n      to\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Configuration {\n    configuration {\n      categories {\n        code\n        name\n        active\n        system\n        version\n      }\n      types {\n        code\n        name\n        active\n        fields {\n          name\n          label\n          kind\n          minimum\n          maximum\n          scale\n          maximumLength\n          required\n          choices {\n            value\n            label\n            active\n          }\n        }\n        version\n      }\n      typeCategories {\n        caseType {\n          code\n          name\n        }\n        category {\n          code\n          name\n        }\n        active\n        appVisible\n        defaultAnswer\n        group {\n          name\n        }\n        version\n      }\n      statuses {\n        name\n        active\n        closed\n        default\n        transitions\n        version\n      }\n      resolutions {\n        name\n        active\n        default\n        version\n      }\n      touchpoints {\n        code\n        name\n        allTypeCategories\n        grants {\n          typeCode\n          categoryCode\n          modifyCases\n        }\n        logins\n        registers\n        secrets {\n          id\n          createdAt\n          lastUsedAt\n        }\n        version\n      }\n    }\n  }\n"): (typeof documents)["\n  query Configuration {\n    configuration {\n      categories {\n        code\n        name\n        active\n        system\n        version\n      }\n      types {\n        code\n        name\n        active\n        fields {\n          name\n          label\n          kind\n          minimum\n          maximum\n          scale\n          maximumLength\n          required\n          choices {\n            value\n            label\n            active\n          }\n        }\n        version\n      }\n      typeCategories {\n        caseType {\n          code\n          name\n        }\n        category {\n          code\n          name\n        }\n        active\n        appVisible\n        defaultAnswer\n        group {\n          name\n        }\n        version\n      }\n      statuses {\n        name\n        active\n        closed\n        default\n        transitions\n        version\n      }\n      resolutions {\n        name\n        active\n        default\n        version\n      }\n      touchpoints {\n        code\n        name\n        allTypeCategories\n        grants {\n          typeCode\n          categoryCode\n          modifyCases\n        }\n        logins\n        registers\n        secrets {\n          id\n          createdAt\n          lastUsedAt\n        }\n        version\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Group($id: ID!) {\n    node(id: $id) {\n      ... on OperatorGroup {\n        id\n        ...Group\n      }\n    }\n  }\n"): (typeof documents)["\n  query Group($id: ID!) {\n    node(id: $id) {\n      ... on OperatorGroup {\n        id\n        ...Group\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Groups($search: String, $after: String) {\n    groups(first: 50, search: $search, after: $after) {\n      nodes {\n        id\n        name\n        active\n        typeCodes\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): (typeof documents)["\n  query Groups($search: String, $after: String) {\n    groups(first: 50, search: $search, after: $after) {\n      nodes {\n        id\n        name\n        active\n        typeCodes\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Group on OperatorGroup {\n    id\n    name\n    active\n    typeCodes\n    members {\n      email\n      firstname\n    }\n    version\n  }\n"): (typeof documents)["\n  fragment Group on OperatorGroup {\n    id\n    name\n    active\n    typeCodes\n    members {\n      email\n      firstname\n    }\n    version\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query GroupNames($search: String) {\n    groups(first: 100, search: $search) {\n      nodes {\n        id\n        name\n        active\n      }\n    }\n  }\n"): (typeof documents)["\n  query GroupNames($search: String) {\n    groups(first: 100, search: $search) {\n      nodes {\n        id\n        name\n        active\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Configure($input: ConfigureInput!) {\n    result: configure(input: $input) {\n      ... on ConfigurePayload {\n        changes {\n          kind\n          version\n          changes {\n            path\n            from\n            to\n          }\n          impact {\n            kind\n            count\n            message\n          }\n        }\n      }\n      ... on ConfigureError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation Configure($input: ConfigureInput!) {\n    result: configure(input: $input) {\n      ... on ConfigurePayload {\n        changes {\n          kind\n          version\n          changes {\n            path\n            from\n            to\n          }\n          impact {\n            kind\n            count\n            message\n          }\n        }\n      }\n      ... on ConfigureError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Persons($login: LoginKind, $search: String, $after: String) {\n    persons(first: 50, login: $login, search: $search, after: $after) {\n      nodes {\n        id\n        login\n        firstname\n        email\n        active\n        blocked\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): (typeof documents)["\n  query Persons($login: LoginKind, $search: String, $after: String) {\n    persons(first: 50, login: $login, search: $search, after: $after) {\n      nodes {\n        id\n        login\n        firstname\n        email\n        active\n        blocked\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Person($id: ID!) {\n    node(id: $id) {\n      ... on Person {\n        id\n        ...PersonDetails\n      }\n    }\n  }\n"): (typeof documents)["\n  query Person($id: ID!) {\n    node(id: $id) {\n      ... on Person {\n        id\n        ...PersonDetails\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ErasePerson($input: ErasePersonInput!) {\n    result: erasePerson(input: $input) {\n      ... on ErasePersonPayload {\n        cases\n      }\n      ... on ErasePersonError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ErasePerson($input: ErasePersonInput!) {\n    result: erasePerson(input: $input) {\n      ... on ErasePersonPayload {\n        cases\n      }\n      ... on ErasePersonError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment PersonDetails on Person {\n    id\n    login\n    firstname\n    email\n    active\n    blocked\n    subject\n    typeCodes\n    groups {\n      name\n    }\n    version\n  }\n"): (typeof documents)["\n  fragment PersonDetails on Person {\n    id\n    login\n    firstname\n    email\n    active\n    blocked\n    subject\n    typeCodes\n    groups {\n      name\n    }\n    version\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PersonNames($login: LoginKind!, $search: String) {\n    persons(first: 50, login: $login, search: $search) {\n      nodes {\n        id\n        email\n        firstname\n      }\n    }\n  }\n"): (typeof documents)["\n  query PersonNames($login: LoginKind!, $search: String) {\n    persons(first: 50, login: $login, search: $search) {\n      nodes {\n        id\n        email\n        firstname\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OwnSessions {\n    viewer {\n      id\n      sessions(first: 100) {\n        nodes {\n          id\n          touchpoint {\n            name\n          }\n          createdAt\n          lastUsedAt\n          expiresAt\n          current\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query OwnSessions {\n    viewer {\n      id\n      sessions(first: 100) {\n        nodes {\n          id\n          touchpoint {\n            name\n          }\n          createdAt\n          lastUsedAt\n          expiresAt\n          current\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeSessions($input: RevokeSessionsInput!) {\n    result: revokeSessions(input: $input) {\n      ... on RevokeSessionsPayload {\n        revoked\n      }\n      ... on RevokeSessionsError {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RevokeSessions($input: RevokeSessionsInput!) {\n    result: revokeSessions(input: $input) {\n      ... on RevokeSessionsPayload {\n        revoked\n      }\n      ... on RevokeSessionsError {\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation IssueTouchpointSecret($input: IssueTouchpointSecretInput!) {\n    result: issueTouchpointSecret(input: $input) {\n      ... on IssueTouchpointSecretPayload {\n        secret\n        touchpointSecret {\n          id\n        }\n      }\n      ... on IssueTouchpointSecretError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation IssueTouchpointSecret($input: IssueTouchpointSecretInput!) {\n    result: issueTouchpointSecret(input: $input) {\n      ... on IssueTouchpointSecretPayload {\n        secret\n        touchpointSecret {\n          id\n        }\n      }\n      ... on IssueTouchpointSecretError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeTouchpointSecret($input: RevokeTouchpointSecretInput!) {\n    result: revokeTouchpointSecret(input: $input) {\n      ... on RevokeTouchpointSecretPayload {\n        __typename\n      }\n      ... on RevokeTouchpointSecretError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RevokeTouchpointSecret($input: RevokeTouchpointSecretInput!) {\n    result: revokeTouchpointSecret(input: $input) {\n      ... on RevokeTouchpointSecretPayload {\n        __typename\n      }\n      ... on RevokeTouchpointSecretError {\n        problems {\n          code\n          message\n          path\n        }\n      }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;