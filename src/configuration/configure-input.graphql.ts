import { FieldKindEnum, FieldRequirementEnum } from '../catalogue/fields.graphql.ts'
import { requestFields } from '../cases/change/change.graphql.ts'
import { builder } from '../graphql/builder.ts'
import { LoginKindEnum } from '../people/people.graphql.ts'

const expectedVersion = {
  description:
    'The version that the caller has read, or 0 if the item must not exist. If the item has another version, nothing is ' +
    'written and the error is `PRECONDITION_FAILED`. Its extensions contain `path` and `currentVersion`.',
}
const name = { description: 'The name that people see. Required for a new item.' }
const usable = { description: 'Whether new and moved cases can use it. True by default.' }
const selectable = { description: 'Whether a change can set a case to this value. True by default.' }

const CategoryInput = builder.inputType('CategoryInput', {
  description: 'A case category, identified by `code`.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'The code that programs send.' }),
    name: t.string(name),
    active: t.boolean(usable),
    system: t.boolean({
      description: 'Whether the category is reserved: its cases cannot be changed. False by default.',
    }),
    expectedVersion: t.int(expectedVersion),
  }),
})

const CaseFieldChoiceInput = builder.inputType('CaseFieldChoiceInput', {
  description: 'A choice of a `CHOICE` field.',
  fields: (t) => ({
    value: t.string({ required: true, description: 'The value in the case data.' }),
    label: t.string({ description: 'The text that people see. By default, the `value`.' }),
    active: t.boolean({
      description: 'Whether cases can be given this choice. Cases that already have it keep it. True by default.',
    }),
  }),
})

const CaseTypeFieldInput = builder.inputType('CaseTypeFieldInput', {
  description: 'A field of the case data of a type.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the field in the case data.' }),
    label: t.string({ description: 'The name that people see. By default, the `name`.' }),
    kind: t.field({
      type: FieldKindEnum,
      required: true,
      description: 'The kind of the values. It cannot be changed if stored cases have a value for the field.',
    }),
    minimum: t.float({ description: 'The smallest value. Only for `INTEGER` and `DECIMAL` fields.' }),
    maximum: t.float({ description: 'The largest value. Only for `INTEGER` and `DECIMAL` fields.' }),
    scale: t.int({ description: 'How many decimal places values can have. Only for `DECIMAL` fields.' }),
    maximumLength: t.int({
      description: 'How many characters values can have, at most 10,000. Only for `TEXT` fields. By default, 1,000.',
    }),
    choices: t.field({
      type: [CaseFieldChoiceInput],
      description: 'All choices, in their order. Only for `CHOICE` fields.',
    }),
    required: t.field({
      type: FieldRequirementEnum,
      description: 'When cases must have a value. `ALWAYS` by default.',
    }),
  }),
})

const CaseTypeInput = builder.inputType('CaseTypeInput', {
  description: 'A case type, identified by `code`.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'The code that programs send.' }),
    name: t.string(name),
    active: t.boolean(usable),
    fields: t.field({
      type: [CaseTypeFieldInput],
      description: 'All fields of the case data, in the order in which forms show them.',
    }),
    expectedVersion: t.int(expectedVersion),
  }),
})

const TypeCategoryInput = builder.inputType('TypeCategoryInput', {
  description: 'A type category: a case type in a case category, identified by both codes.',
  fields: (t) => ({
    typeCode: t.string({ required: true, description: 'The code of the type.' }),
    categoryCode: t.string({ required: true, description: 'The code of the category.' }),
    active: t.boolean(usable),
    appVisible: t.boolean({ description: 'Whether the lookup lists it for applications. False by default.' }),
    defaultAnswer: t.string({
      description: 'An answer or instruction for people, which the lookup returns. Null removes it.',
    }),
    groupName: t.string({
      description: 'The name of the group that new cases are assigned to, if it is active. Null removes it.',
    }),
    expectedVersion: t.int(expectedVersion),
  }),
})

const StatusInput = builder.inputType('StatusInput', {
  description: 'A status, identified by `name`.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name. Programs send it, and people see it.' }),
    active: t.boolean(selectable),
    closed: t.boolean({ description: 'Whether cases with this status count as closed. False by default.' }),
    default: t.boolean({
      description:
        'Whether new cases get this status if none is sent. False by default. It replaces the ' +
        'previous default, whose version increases.',
    }),
    transitions: t.stringList({
      description: 'The names of all statuses that may follow. If it is empty, any status may follow.',
    }),
    expectedVersion: t.int(expectedVersion),
  }),
})

const ResolutionInput = builder.inputType('ResolutionInput', {
  description: 'A resolution, identified by `name`.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name. Programs send it, and people see it.' }),
    active: t.boolean(selectable),
    default: t.boolean({
      description:
        'Whether new cases get this resolution if none is sent. False by default. It replaces the ' +
        'previous default, whose version increases.',
    }),
    expectedVersion: t.int(expectedVersion),
  }),
})

const GrantInput = builder.inputType('GrantInput', {
  description: 'A type category that is granted to a touchpoint.',
  fields: (t) => ({
    typeCode: t.string({ required: true, description: 'The code of the type.' }),
    categoryCode: t.string({ required: true, description: 'The code of the category.' }),
    modifyCases: t.boolean({
      description:
        'Whether every operator and every party of the touchpoint can read and change its cases. False by default.',
    }),
  }),
})

const TouchpointInput = builder.inputType('TouchpointInput', {
  description: 'A touchpoint, identified by `code`.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'The code that programs send as `Service-Touchpoint`.' }),
    name: t.string(name),
    allTypeCategories: t.boolean({
      description: 'Whether all type categories are granted, including those that are added later. False by default.',
    }),
    typeCategories: t.field({ type: [GrantInput], description: 'All type categories that are granted.' }),
    logins: t.field({
      type: [LoginKindEnum],
      description: 'The login kinds of sessions that its secrets can create. None by default.',
    }),
    registers: t.field({
      type: [LoginKindEnum],
      description:
        'The login kinds of the new persons that it can register: `PARTY`, `CONSUMER` or both. None by default.',
    }),
    expectedVersion: t.int(expectedVersion),
  }),
})

const GroupInput = builder.inputType('GroupInput', {
  description: 'An operator group, identified by `name`.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name.' }),
    newName: t.string({ description: 'The new name of an existing group. No other group may have it.' }),
    active: t.boolean({
      description: 'Whether the group authorises its members and cases can be assigned to it. True by default.',
    }),
    typeCodes: t.stringList({ description: 'The codes of all types that the members are authorised for.' }),
    memberEmails: t.stringList({ description: 'The email addresses of all operators in the group.' }),
    expectedVersion: t.int(expectedVersion),
  }),
})

const PersonInput = builder.inputType('PersonInput', {
  description: 'A person, identified by `login` and `email`.',
  fields: (t) => ({
    login: t.field({ type: LoginKindEnum, required: true, description: 'The login kind. It never changes.' }),
    email: t.string({
      required: true,
      description:
        'The email address. The case of the letters A to Z is ignored. A new address has one `@` with text on both sides, ' +
        'no white space or control characters, and at most 254 characters.',
    }),
    newEmail: t.string({
      description: 'The new email address of an existing person. No other person of the login kind may have it.',
    }),
    firstname: t.string({ description: 'The first name. Required for a new person.' }),
    active: t.boolean({ description: 'Whether the sessions of the person are accepted. True by default.' }),
    blocked: t.boolean({ description: 'Whether all sessions of the person are rejected. False by default.' }),
    subject: t.string({ description: 'The `sub` of the person in JWTs of the issuer. Null removes it.' }),
    typeCodes: t.stringList({
      description: 'The codes of all types that the operator is authorised for. Only for operators.',
    }),
    groupNames: t.stringList({ description: 'The names of all groups of the operator. Only for operators.' }),
    expectedVersion: t.int(expectedVersion),
  }),
})

export const ConfigureInputType = builder.inputType('ConfigureInput', {
  description:
    'Parts of the configuration, at most 1,000 items. Items that do not exist are created. Absent items and absent members of ' +
    'an item stay as they are. A list within an item replaces the stored list. Items can refer to others in the same input.',
  fields: (t) => ({
    categories: t.field({ type: [CategoryInput], description: 'Case categories.' }),
    types: t.field({ type: [CaseTypeInput], description: 'Case types with their fields.' }),
    typeCategories: t.field({ type: [TypeCategoryInput], description: 'Type categories.' }),
    statuses: t.field({ type: [StatusInput], description: 'Statuses with their transitions.' }),
    resolutions: t.field({ type: [ResolutionInput], description: 'Resolutions.' }),
    touchpoints: t.field({ type: [TouchpointInput], description: 'Touchpoints with their grants.' }),
    groups: t.field({ type: [GroupInput], description: 'Operator groups.' }),
    persons: t.field({ type: [PersonInput], description: 'Persons.' }),
    expectedRevisions: t.stringList({
      description:
        'The revisions of the configuration that the caller has read. If the configuration has none of them, nothing is ' +
        'written and the error is `PRECONDITION_FAILED`. Its extensions contain `currentRevision`. Changes to persons and ' +
        'operator groups do not change the revision: send the `expectedVersion` of their items.',
    }),
    ...requestFields(t),
  }),
})
