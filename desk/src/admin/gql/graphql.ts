/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** The login kind of a person. */
export type LoginKind =
  /** A person who works on cases. */
  | 'OPERATOR'
  /** A person who is the subject of cases, such as a customer. */
  | 'PARTY'
  /** A visitor who looks up type categories. */
  | 'CONSUMER'
  /** A person who configures the service. Admins cannot read or change cases. */
  | 'ADMIN';

/** The kind of value that a field of the case data accepts. */
export type CaseFieldKind =
  /** True or false. */
  | 'BOOLEAN'
  /** The value of one of the active choices. A case keeps a choice that is no longer active. */
  | 'CHOICE'
  /** A date without a time, for example "2026-11-22". */
  | 'DATE'
  /** A decimal number with at most 15 significant digits. */
  | 'DECIMAL'
  /** An integer from -(2^53 - 1) to 2^53 - 1. */
  | 'INTEGER'
  /** A text of at least one character, stored as it was sent. */
  | 'TEXT';

/** When a field of the case data must have a value. At other times, it can be null. */
export type CaseFieldRequirement =
  /** Always. */
  | 'ALWAYS'
  /** If the status of the case counts as closed. */
  | 'WHEN_CLOSED'
  /** Never. */
  | 'NEVER';

/** The kind of an audit event. */
export type AuditAction =
  /** An item of the configuration was created or changed. */
  | 'CONFIGURED'
  /** A person registered, or an operator registered the party of a new case. */
  | 'PERSON_REGISTERED'
  /** A session was created on the command line. */
  | 'SESSION_CREATED'
  /** A file was imported. `changes` contains the numbers of cases and of other records. */
  | 'IMPORTED'
  /** Cases were moved to a file. `changes` contains their number. */
  | 'ARCHIVED'
  /** A secret of a touchpoint was issued. */
  | 'SECRET_ISSUED'
  /** A secret of a touchpoint was revoked. */
  | 'SECRET_REVOKED'
  /** Sessions were revoked. If no session was valid, only JWTs that were issued before are rejected. */
  | 'SESSIONS_REVOKED'
  /** Everything that is stored about a person was exported. */
  | 'PERSON_EXPORTED'
  /** The personal data of a person was removed. */
  | 'PERSON_ERASED';

/** Exactly the codes of the REST API, letter case included. Listed in the order in which they are checked. */
export type IssueTouchpointSecretErrorCode =
  /** There is no such touchpoint. */
  | 'invalidId'
  /** The touchpoint has two valid secrets. Revoke one first. */
  | 'tooManySecrets';

/** Exactly the codes of the REST API, letter case included. Listed in the order in which they are checked. */
export type RevokeTouchpointSecretErrorCode =
  /** There is no such secret, or it belongs to another touchpoint. */
  | 'invalidId';

/** What happens to an item. */
export type ConfigurationChangeKind =
  /** The item is new. */
  | 'CREATED'
  /** The item exists and has other values. */
  | 'UPDATED'
  /** The item already has these values. Its version stays the same. */
  | 'UNCHANGED';

/** What a change to the configuration affects. */
export type ConfigurationImpactKind =
  /** Cases whose status does not count as closed. */
  | 'OPEN_CASES'
  /** Cases whose status counts as closed. */
  | 'CLOSED_CASES'
  /** Valid sessions. They are rejected after the change. */
  | 'SESSIONS'
  /** Open cases that are assigned to the operator or the group. */
  | 'ASSIGNED_CASES';

/** Exactly the codes of the REST API, letter case included. Listed in the order in which they are checked. */
export type ConfigureErrorCode =
  /** A value is missing, malformed or out of bounds. */
  | 'invalidValue'
  /** The item refers to something that is neither in the database nor in the input. */
  | 'unknownReference'
  /** A key or list element occurs twice in the input, or a new name, email address or subject is already in use. */
  | 'duplicate'
  /** The change would leave no active default status, default resolution or admin. Or it would change the kind of a field that stored cases have or may have a value for. */
  | 'inUse';

/** Exactly the codes of the REST API, letter case included. Listed in the order in which they are checked. */
export type ErasePersonErrorCode =
  /** There is no such person. */
  | 'invalidId'
  /** The person is an operator with open cases, or the last active admin. */
  | 'inUse';

/** The sessions to revoke. By default, all sessions of the caller. */
export type RevokeSessionsInput = {
  /** The ID or UUID of a session of the caller. "session:current" is the session of the request. */
  sessionId?: string | number | null | undefined;
  /** Whether to keep the session of the request. Cannot be sent together with `sessionId`. */
  exceptCurrent?: boolean | null | undefined;
  /** Revokes all sessions of this person. Login: admin. */
  personId?: string | number | null | undefined;
  /** Revokes all sessions of this touchpoint. Login: admin. */
  touchpointCode?: string | null | undefined;
};

/** The touchpoint that the secret is for. */
export type IssueTouchpointSecretInput = {
  /** The code of the touchpoint. */
  touchpointCode: string;
};

/** The secret to revoke. */
export type RevokeTouchpointSecretInput = {
  /** The ID of the secret, or the UUID in it. */
  secretId: string | number;
  /** The code of the touchpoint that the secret belongs to. If sent, a secret of another touchpoint is rejected. */
  touchpointCode?: string | null | undefined;
};

/** A choice of a `CHOICE` field. */
export type CaseFieldChoiceInput = {
  /** The value in `caseData`. */
  value: string;
  /** The text that people see. By default, the `value`. */
  label?: string | null | undefined;
  /** Whether cases can be given this choice. Cases that already have it keep it. True by default. */
  active?: boolean | null | undefined;
};

/** A field of the case data of a type. */
export type CaseTypeFieldInput = {
  /** The name of the field in `caseData`. */
  name: string;
  /** The name that people see. By default, the `name`. */
  label?: string | null | undefined;
  /** The kind of the values. `configure` cannot change it if stored cases have a value for the field. */
  kind: CaseFieldKind;
  /** The smallest value. Only for `INTEGER` and `DECIMAL` fields. */
  minimum?: number | null | undefined;
  /** The largest value. Only for `INTEGER` and `DECIMAL` fields. */
  maximum?: number | null | undefined;
  /** How many decimal places values can have. Only for `DECIMAL` fields. */
  scale?: number | null | undefined;
  /** How many characters values can have, at most 10000. Only for `TEXT` fields. By default, 1000. */
  maximumLength?: number | null | undefined;
  /** All choices, in their order. Only for `CHOICE` fields, which must have at least one. */
  choices?: Array<CaseFieldChoiceInput> | null | undefined;
  /** When cases must have a value: `ALWAYS`, `WHEN_CLOSED` (if their status counts as closed) or `NEVER`. `ALWAYS` by default. */
  required?: CaseFieldRequirement | null | undefined;
};

/** A type category that is granted to a touchpoint. */
export type GrantInput = {
  /** The code of the type. */
  typeCode: string;
  /** The code of the category. */
  categoryCode: string;
  /** Whether every operator and every party of the touchpoint can read and change its cases. False by default. */
  modifyCases?: boolean | null | undefined;
};

/** A case category, identified by `code`. */
export type CategoryInput = {
  /** The code that programs send. */
  code: string;
  /** The name that people see. Required for a new item. */
  name?: string | null | undefined;
  /** Whether the lookup lists type categories of this category, and new and moved cases can use it. True by default. */
  active?: boolean | null | undefined;
  /** Whether the category is reserved: its cases cannot be changed, and new and moved cases cannot use it. False by default. */
  system?: boolean | null | undefined;
  /** The version that the caller has read, or 0 if the item must not exist. If the item has another version, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `path` and `currentVersion`. */
  expectedVersion?: number | null | undefined;
};

/** A case type, identified by `code`. */
export type CaseTypeInput = {
  /** The code that programs send. */
  code: string;
  /** The name that people see. Required for a new item. */
  name?: string | null | undefined;
  /** Whether the lookup lists type categories of this type, and new and moved cases can use it. True by default. */
  active?: boolean | null | undefined;
  /** The fields of the case data, in the order in which forms show them. */
  fields?: Array<CaseTypeFieldInput> | null | undefined;
  /** The version that the caller has read, or 0 if the item must not exist. If the item has another version, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `path` and `currentVersion`. */
  expectedVersion?: number | null | undefined;
};

/** A type category, identified by `typeCode` and `categoryCode`. */
export type TypeCategoryInput = {
  /** The code of the type. */
  typeCode: string;
  /** The code of the category. */
  categoryCode: string;
  /** Whether the lookup lists the type category, and new and moved cases can use it. True by default. */
  active?: boolean | null | undefined;
  /** Whether the lookup lists the type category for applications (`visibility=app`). False by default. */
  appVisible?: boolean | null | undefined;
  /** An answer or instruction for people, which the lookup returns. Null removes it. */
  defaultAnswer?: string | null | undefined;
  /** The name of the group that new cases are assigned to, if it is active. If absent, it stays. Null removes it. */
  groupName?: string | null | undefined;
  /** The version that the caller has read, or 0 if the item must not exist. If the item has another version, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `path` and `currentVersion`. */
  expectedVersion?: number | null | undefined;
};

/** A status, identified by `name`. */
export type StatusInput = {
  /** The name. Programs send it, and people see it. */
  name: string;
  /** Whether a change can set a case to this value. Cases that already have the value keep it. True by default. */
  active?: boolean | null | undefined;
  /** Whether cases with this status are closed. Closed cases cannot be taken, but can be archived. False by default. */
  closed?: boolean | null | undefined;
  /** Whether new cases get this status if none is sent. It replaces the previous default, whose version increases. False by default. */
  default?: boolean | null | undefined;
  /** The names of all statuses that may follow. If it is empty, any status may follow. */
  transitions?: Array<string> | null | undefined;
  /** The version that the caller has read, or 0 if the item must not exist. If the item has another version, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `path` and `currentVersion`. */
  expectedVersion?: number | null | undefined;
};

/** A resolution, identified by `name`. */
export type ResolutionInput = {
  /** The name. Programs send it, and people see it. */
  name: string;
  /** Whether a change can set a case to this value. Cases that already have the value keep it. True by default. */
  active?: boolean | null | undefined;
  /** Whether new cases get this resolution if none is sent. It replaces the previous default, whose version increases. False by default. */
  default?: boolean | null | undefined;
  /** The version that the caller has read, or 0 if the item must not exist. If the item has another version, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `path` and `currentVersion`. */
  expectedVersion?: number | null | undefined;
};

/** A touchpoint, identified by `code`. */
export type TouchpointInput = {
  /** The code that programs send as `Service-Touchpoint`. */
  code: string;
  /** The name that people see. Required for a new touchpoint. */
  name?: string | null | undefined;
  /** Whether all type categories are granted, including those that are added later. False by default. */
  allTypeCategories?: boolean | null | undefined;
  /** The type categories that are granted to the touchpoint. */
  typeCategories?: Array<GrantInput> | null | undefined;
  /** The login kinds of sessions that its secrets can create. None by default. */
  logins?: Array<LoginKind> | null | undefined;
  /** The login kinds of the new persons that it can register: `PARTY`, `CONSUMER` or both. None by default. */
  registers?: Array<LoginKind> | null | undefined;
  /** The version that the caller has read, or 0 if the item must not exist. If the item has another version, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `path` and `currentVersion`. */
  expectedVersion?: number | null | undefined;
};

/** An operator group, identified by `name`. */
export type GroupInput = {
  /** The name. */
  name: string;
  /** Whether the group authorises its members and cases can be assigned to it. True by default. */
  active?: boolean | null | undefined;
  /** The codes of the types whose cases the members can read and change. */
  typeCodes?: Array<string> | null | undefined;
  /** The email addresses of the operators in the group. */
  memberEmails?: Array<string> | null | undefined;
  /** The new name of an existing group. No other group may have it. */
  newName?: string | null | undefined;
  /** The version that the caller has read, or 0 if the item must not exist. If the item has another version, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `path` and `currentVersion`. */
  expectedVersion?: number | null | undefined;
};

/** A person, identified by `login` and `email`. */
export type PersonInput = {
  /** The login kind. It never changes. */
  login: LoginKind;
  /** The email address: one `@` with text on both sides, without white space and control characters, at most 254 characters. The case of the letters A to Z is ignored. */
  email: string;
  /** The first name. Required for a new person. */
  firstname?: string | null | undefined;
  /** The `sub` of the person in JWTs of the issuer. If absent, it stays. Null removes it. */
  subject?: string | null | undefined;
  /** Whether the sessions of the person are accepted. True by default. */
  active?: boolean | null | undefined;
  /** Whether all sessions of the person are rejected. False by default. */
  blocked?: boolean | null | undefined;
  /** The new email address of an existing person. No other person of the login kind may have it. */
  newEmail?: string | null | undefined;
  /** The codes of the types whose cases the operator can read and change. Only for operators. */
  typeCodes?: Array<string> | null | undefined;
  /** The names of all groups of the operator. Only for operators. */
  groupNames?: Array<string> | null | undefined;
  /** The version that the caller has read, or 0 if the item must not exist. If the item has another version, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `path` and `currentVersion`. */
  expectedVersion?: number | null | undefined;
};

/** Parts of the configuration, at most 1,000 items. Items that do not exist are created. Absent items and absent members of an item stay as they are. A list within an item replaces the stored list. Items can refer to others in the same input. */
export type ConfigureInput = {
  /** The subject areas of cases, identified by `code`. */
  categories?: Array<CategoryInput> | null | undefined;
  /** The kinds of requests that cases are about, identified by `code`. */
  types?: Array<CaseTypeInput> | null | undefined;
  /** The combinations of a type and a category that cases can have, identified by both codes. */
  typeCategories?: Array<TypeCategoryInput> | null | undefined;
  /** The states of cases, identified by `name`. */
  statuses?: Array<StatusInput> | null | undefined;
  /** The outcomes of cases, identified by `name`. */
  resolutions?: Array<ResolutionInput> | null | undefined;
  /** The channels through which programs call Casegate, identified by `code`. */
  touchpoints?: Array<TouchpointInput> | null | undefined;
  /** The teams of operators, identified by `name`. */
  groups?: Array<GroupInput> | null | undefined;
  /** Persons, identified by `login` and `email`. */
  persons?: Array<PersonInput> | null | undefined;
  /** The revisions of the configuration that the caller has read. If the configuration has none of them, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `currentRevision`. Changes to persons and operator groups do not change the revision: send the `expectedVersion` of their items. */
  expectedRevisions?: Array<string> | null | undefined;
  /** A key of 1 to 255 characters that identifies the request. If the same session sends the same key with the same input again within 24 hours, it gets the first result and nothing is written. With another input, the error is `CONFLICT`. If the caller may no longer see the case, the result is the error `invalidId`. */
  idempotencyKey?: string | null | undefined;
  /** Whether to check everything and return the result without writing anything. False by default. Comments, history and their counts in the result are the stored ones, without what the change would add or edit. */
  dryRun?: boolean | null | undefined;
};

/** The person to erase. */
export type ErasePersonInput = {
  /** The ID of the person, for example "person:1". */
  personId: string | number;
  /** Whether to check the input and count the cases without writing anything. False by default. */
  dryRun?: boolean | null | undefined;
};

export type AuditEventsQueryVariables = Exact<{
  target?: string | null | undefined;
  action?: Array<AuditAction> | AuditAction | null | undefined;
  after?: string | null | undefined;
}>;


export type AuditEventsQuery = { auditEvents: { nodes: Array<(
      { id: string }
      & { ' $fragmentRefs'?: { 'ShownAuditEventFragment': ShownAuditEventFragment } }
    )>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ShownAuditEventFragment = { at: string, touchpoint: string | null, action: AuditAction, target: string, actor: { firstname: string } | null, changes: Array<{ path: Array<string>, from: unknown, to: unknown }> } & { ' $fragmentName'?: 'ShownAuditEventFragment' };

export type ConfigurationQueryVariables = Exact<{ [key: string]: never; }>;


export type ConfigurationQuery = { configuration: { categories: Array<{ code: string, name: string, active: boolean, system: boolean, version: number }>, types: Array<{ code: string, name: string, active: boolean, version: number, fields: Array<{ name: string, label: string, kind: CaseFieldKind, minimum: number | null, maximum: number | null, scale: number | null, maximumLength: number | null, required: CaseFieldRequirement, choices: Array<{ value: string, label: string, active: boolean }> }> }>, typeCategories: Array<{ active: boolean, appVisible: boolean, defaultAnswer: string | null, version: number, caseType: { code: string, name: string }, category: { code: string, name: string }, group: { name: string } | null }>, statuses: Array<{ name: string, active: boolean, closed: boolean, default: boolean, transitions: Array<string>, version: number }>, resolutions: Array<{ name: string, active: boolean, default: boolean, version: number }>, touchpoints: Array<{ code: string, name: string, allTypeCategories: boolean, logins: Array<LoginKind>, registers: Array<LoginKind>, version: number, grants: Array<{ typeCode: string, categoryCode: string, modifyCases: boolean }>, secrets: Array<{ id: string, createdAt: string, lastUsedAt: string | null }> }> } | null };

export type GroupQueryVariables = Exact<{
  id: string | number;
}>;


export type GroupQuery = { node:
    | (
      { id: string }
      & { ' $fragmentRefs'?: { 'GroupFragment': GroupFragment } }
    )
    | Record<PropertyKey, never>
   | null };

export type GroupsQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type GroupsQuery = { groups: { nodes: Array<{ id: string, name: string, active: boolean | null, typeCodes: Array<string> | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GroupFragment = { id: string, name: string, active: boolean | null, typeCodes: Array<string> | null, version: number, members: Array<{ email: string | null, firstname: string }> | null } & { ' $fragmentName'?: 'GroupFragment' };

export type GroupNamesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type GroupNamesQuery = { groups: { nodes: Array<{ id: string, name: string, active: boolean | null }> } | null };

export type ConfigureMutationVariables = Exact<{
  input: ConfigureInput;
}>;


export type ConfigureMutation = { result:
    | { changes: Array<{ kind: ConfigurationChangeKind, version: number, changes: Array<{ path: Array<string>, from: unknown, to: unknown }>, impact: Array<{ kind: ConfigurationImpactKind, count: number, message: string }> }> }
    | { problems: Array<{ code: ConfigureErrorCode, message: string, path: Array<string> }> }
   | null };

export type PersonsQueryVariables = Exact<{
  login?: LoginKind | null | undefined;
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type PersonsQuery = { persons: { nodes: Array<{ id: string, login: LoginKind, firstname: string, email: string | null, active: boolean | null, blocked: boolean | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type PersonQueryVariables = Exact<{
  id: string | number;
}>;


export type PersonQuery = { node:
    | (
      { id: string }
      & { ' $fragmentRefs'?: { 'PersonDetailsFragment': PersonDetailsFragment } }
    )
    | Record<PropertyKey, never>
   | null };

export type ErasePersonMutationVariables = Exact<{
  input: ErasePersonInput;
}>;


export type ErasePersonMutation = { result:
    | { cases: number }
    | { problems: Array<{ code: ErasePersonErrorCode, message: string, path: Array<string> }> }
   | null };

export type PersonDetailsFragment = { id: string, login: LoginKind, firstname: string, email: string | null, active: boolean | null, blocked: boolean | null, subject: string | null, typeCodes: Array<string> | null, version: number, groups: Array<{ name: string }> | null } & { ' $fragmentName'?: 'PersonDetailsFragment' };

export type PersonNamesQueryVariables = Exact<{
  login: LoginKind;
  search?: string | null | undefined;
}>;


export type PersonNamesQuery = { persons: { nodes: Array<{ id: string, email: string | null, firstname: string }> } | null };

export type OwnSessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnSessionsQuery = { viewer: { id: string, sessions: { nodes: Array<{ id: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, current: boolean, touchpoint: { name: string } }> } } | null };

export type RevokeSessionsMutationVariables = Exact<{
  input: RevokeSessionsInput;
}>;


export type RevokeSessionsMutation = { result:
    | { revoked: number }
    | { message: string }
   | null };

export type IssueTouchpointSecretMutationVariables = Exact<{
  input: IssueTouchpointSecretInput;
}>;


export type IssueTouchpointSecretMutation = { result:
    | { secret: string, touchpointSecret: { id: string } }
    | { problems: Array<{ code: IssueTouchpointSecretErrorCode, message: string, path: Array<string> }> }
   | null };

export type RevokeTouchpointSecretMutationVariables = Exact<{
  input: RevokeTouchpointSecretInput;
}>;


export type RevokeTouchpointSecretMutation = { result:
    | { __typename: 'RevokeTouchpointSecretPayload' }
    | { problems: Array<{ code: RevokeTouchpointSecretErrorCode, message: string, path: Array<string> }> }
   | null };

export const ShownAuditEventFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownAuditEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AuditEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"touchpoint"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}}]} as unknown as DocumentNode<ShownAuditEventFragment, unknown>;
export const GroupFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Group"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OperatorGroup"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"typeCodes"}},{"kind":"Field","name":{"kind":"Name","value":"members"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<GroupFragment, unknown>;
export const PersonDetailsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PersonDetails"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Person"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"typeCodes"}},{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<PersonDetailsFragment, unknown>;
export const AuditEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AuditEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"target"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"action"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AuditAction"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auditEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"target"},"value":{"kind":"Variable","name":{"kind":"Name","value":"target"}}},{"kind":"Argument","name":{"kind":"Name","value":"action"},"value":{"kind":"Variable","name":{"kind":"Name","value":"action"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownAuditEvent"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownAuditEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AuditEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"touchpoint"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}}]} as unknown as DocumentNode<AuditEventsQuery, AuditEventsQueryVariables>;
export const ConfigurationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Configuration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"configuration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"categories"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"system"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"types"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"minimum"}},{"kind":"Field","name":{"kind":"Name","value":"maximum"}},{"kind":"Field","name":{"kind":"Name","value":"scale"}},{"kind":"Field","name":{"kind":"Name","value":"maximumLength"}},{"kind":"Field","name":{"kind":"Name","value":"required"}},{"kind":"Field","name":{"kind":"Name","value":"choices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"typeCategories"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caseType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"appVisible"}},{"kind":"Field","name":{"kind":"Name","value":"defaultAnswer"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"statuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"transitions"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resolutions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"touchpoints"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"allTypeCategories"}},{"kind":"Field","name":{"kind":"Name","value":"grants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"typeCode"}},{"kind":"Field","name":{"kind":"Name","value":"categoryCode"}},{"kind":"Field","name":{"kind":"Name","value":"modifyCases"}}]}},{"kind":"Field","name":{"kind":"Name","value":"logins"}},{"kind":"Field","name":{"kind":"Name","value":"registers"}},{"kind":"Field","name":{"kind":"Name","value":"secrets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]}}]} as unknown as DocumentNode<ConfigurationQuery, ConfigurationQueryVariables>;
export const GroupDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Group"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OperatorGroup"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Group"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Group"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OperatorGroup"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"typeCodes"}},{"kind":"Field","name":{"kind":"Name","value":"members"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<GroupQuery, GroupQueryVariables>;
export const GroupsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Groups"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"typeCodes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<GroupsQuery, GroupsQueryVariables>;
export const GroupNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GroupNames"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}}]}}]}}]} as unknown as DocumentNode<GroupNamesQuery, GroupNamesQueryVariables>;
export const ConfigureDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Configure"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConfigureInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"configure"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConfigurePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}},{"kind":"Field","name":{"kind":"Name","value":"impact"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConfigureError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ConfigureMutation, ConfigureMutationVariables>;
export const PersonsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Persons"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"login"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"LoginKind"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"persons"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"login"},"value":{"kind":"Variable","name":{"kind":"Name","value":"login"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<PersonsQuery, PersonsQueryVariables>;
export const PersonDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Person"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Person"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"PersonDetails"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PersonDetails"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Person"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"typeCodes"}},{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<PersonQuery, PersonQueryVariables>;
export const ErasePersonDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ErasePerson"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ErasePersonInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"erasePerson"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErasePersonPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cases"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErasePersonError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ErasePersonMutation, ErasePersonMutationVariables>;
export const PersonNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PersonNames"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"login"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LoginKind"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"persons"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"login"},"value":{"kind":"Variable","name":{"kind":"Name","value":"login"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}}]}}]}}]} as unknown as DocumentNode<PersonNamesQuery, PersonNamesQueryVariables>;
export const OwnSessionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OwnSessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sessions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"touchpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"current"}}]}}]}}]}}]}}]} as unknown as DocumentNode<OwnSessionsQuery, OwnSessionsQueryVariables>;
export const RevokeSessionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeSessions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RevokeSessionsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"revokeSessions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RevokeSessionsPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revoked"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RevokeSessionsError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RevokeSessionsMutation, RevokeSessionsMutationVariables>;
export const IssueTouchpointSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"IssueTouchpointSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"IssueTouchpointSecretInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"issueTouchpointSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IssueTouchpointSecretPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"touchpointSecret"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IssueTouchpointSecretError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}}]}}]} as unknown as DocumentNode<IssueTouchpointSecretMutation, IssueTouchpointSecretMutationVariables>;
export const RevokeTouchpointSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeTouchpointSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RevokeTouchpointSecretInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"revokeTouchpointSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RevokeTouchpointSecretPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RevokeTouchpointSecretError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RevokeTouchpointSecretMutation, RevokeTouchpointSecretMutationVariables>;