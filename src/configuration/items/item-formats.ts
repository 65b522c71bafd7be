import { z } from 'zod'
import { loginKinds } from '../../login-kinds.ts'
import {
  email,
  field,
  flag,
  key,
  optionalKey,
  optionalListOf,
  settable,
  storedText,
  typeCategory,
} from './field-format.ts'
import { replyText, typeCategoryCodes } from './reply-format.ts'
import { goals, holidays, hours, timeZone } from './sla-format.ts'
import type { Section } from './sections.ts'

// The members of the items of the configuration, in import files and in the input of `configure`. docs/import-format.md is
// generated from the descriptions.

const activeName = 'Whether a change can set a case to this value. Cases that already have the value keep it.'

/** A type category that is granted to a touchpoint. */
export const grant = z.strictObject({
  ...typeCategory,
  modifyCases: flag(false, 'Whether every operator and every party of the touchpoint can read and change its cases.'),
})

export const operatorTypes = optionalListOf(key).describe(
  'The codes of the types whose cases the operator can read and change.',
)

const expectedVersion = z
  .int32()
  .nullish()
  .describe(
    'The version that the caller has read, or 0 if the item must not exist. If the item has another version, nothing is ' +
      'written, and the error contains `path` and `currentVersion`.',
  )

const item = <Members extends z.ZodRawShape>(description: string, members: Members) =>
  z.strictObject({ ...members, expectedVersion }).describe(description)

/** The items by section, with descriptions. Keys are required. Null means absent unless the value can be null. */
export const itemSchemas = {
  categories: item('The subject areas of cases, identified by `code`.', {
    code: key.describe('The code that programs send.'),
    name: optionalKey.describe('The name that people see. Required for a new item.'),
    active: flag(
      true,
      'Whether the lookup lists type categories of this category, and new and moved cases can use it.',
    ),
    system: flag(
      false,
      'Whether the category is reserved: its cases cannot be changed, and new and moved cases cannot use it.',
    ),
  }),
  types: item('The kinds of requests that cases are about, identified by `code`.', {
    code: key.describe('The code that programs send.'),
    name: optionalKey.describe('The name that people see. Required for a new item.'),
    active: flag(true, 'Whether the lookup lists type categories of this type, and new and moved cases can use it.'),
    fields: optionalListOf(field).describe('The fields of the case data, in the order in which forms show them.'),
  }),
  typeCategories: item('The combinations of a type and a category that cases can have, identified by both codes.', {
    ...typeCategory,
    active: flag(true, 'Whether the lookup lists the type category, and new and moved cases can use it.'),
    appVisible: flag(false, 'Whether apps see the type category: the lookup with `visibility=app` lists only these.'),
    defaultAnswer: storedText
      .nullish()
      .describe('An answer or instruction for people, which the lookup returns. Null removes it.'),
    slaPolicyCode: optionalKey.describe(
      'The code of the service level policy of its cases. If absent, it stays. Null removes it.',
    ),
    groupName: optionalKey.describe(
      'The name of the group that new cases are assigned to, if it is active. If absent, it stays. Null removes it.',
    ),
  }),
  statuses: item('The states of cases, identified by `name`.', {
    name: key.describe('The name. Programs send it, and people see it.'),
    active: flag(true, activeName),
    closed: flag(
      false,
      'Whether cases with this status are closed. Closed cases cannot be taken, but can be archived.',
    ),
    default: flag(
      false,
      'Whether new cases get this status if none is sent. It replaces the previous default, whose version increases.',
    ),
    transitions: optionalListOf(key).describe(
      'The names of all statuses that may follow. If it is empty, any status may follow.',
    ),
    settableBy: settable,
    afterPartyComment: optionalKey.describe(
      "The name of the status that a party's public comment moves a case to. Null removes it.",
    ),
    pausesSla: flag(false, 'Whether the time for a resolution stands still while a case has the status.'),
  }),
  resolutions: item('The outcomes of cases, identified by `name`.', {
    name: key.describe('The name. Programs send it, and people see it.'),
    active: flag(true, activeName),
    default: flag(
      false,
      'Whether new cases get this resolution if none is sent. It replaces the previous default, whose version increases.',
    ),
    settableBy: settable,
  }),
  calendars: item('When time is working time, identified by `code`.', {
    code: key.describe('The code that policies name.'),
    name: optionalKey.describe('The name that people see. Required for a new calendar.'),
    timeZone: timeZone.nullish().describe('A name of the IANA time zone database, such as `Europe/Berlin`.'),
    hours: hours.nullish().describe('All hours of the week. Those of one day must not overlap.'),
    holidays: holidays.nullish().describe('All days without opening hours, `YYYY-MM-DD`.'),
    active: flag(true, 'Whether policies can name it.'),
  }),
  slaPolicies: item('The goals of cases, identified by `code`.', {
    code: key.describe('The code that type categories name.'),
    name: optionalKey.describe('The name that people see. Required for a new policy.'),
    calendarCode: optionalKey.describe('The code of the calendar. Null counts every hour.'),
    goals: goals.nullish().describe('All goals, at most one for each priority.'),
    active: flag(true, 'Whether type categories can name it.'),
  }),
  tags: item('Tags that operators can add to cases, identified by `code`.', {
    code: key.describe('The code that programs send.'),
    label: optionalKey.describe('The text that people see. Required for a new tag.'),
    active: flag(true, 'Whether the tag can be added to cases. Cases that already have it keep it.'),
  }),
  replies: item('Texts that operators can insert into comments, identified by `code`.', {
    code: key.describe('The code.'),
    label: optionalKey.describe('The label that operators see. Required for a new reply.'),
    text: replyText
      .nullish()
      .describe(
        'The text, from 1 to 10,000 characters. Required for a new reply. It can contain `{{customer.firstname}}`, `{{case.id}}`, ' +
          '`{{case.subject}}` and `{{operator.firstname}}`, which are replaced with the values of the case.',
      ),
    typeCategories: optionalListOf(typeCategoryCodes).describe(
      'All type categories whose cases it is offered for. An empty list means all cases.',
    ),
    active: flag(true, 'Whether it is offered.'),
  }),
  touchpoints: item('The channels through which programs call Casegate, identified by `code`.', {
    code: key.describe('The code that programs send as `Service-Touchpoint`.'),
    name: optionalKey.describe('The name that people see. Required for a new touchpoint.'),
    allTypeCategories: flag(false, 'Whether all type categories are granted, including those that are added later.'),
    typeCategories: optionalListOf(grant).describe('The type categories that are granted to the touchpoint.'),
    logins: optionalListOf(z.enum(loginKinds)).describe(
      'The login kinds of sessions that its secrets can create. None by default.',
    ),
    registers: optionalListOf(z.enum(['PARTY', 'CONSUMER'])).describe(
      'The login kinds of the new persons that it can register: `PARTY`, `CONSUMER` or both. None by default.',
    ),
  }),
  groups: item('The teams of operators, identified by `name`.', {
    name: key.describe('The name.'),
    active: flag(true, 'Whether the group authorises its members and cases can be assigned to it.'),
    typeCodes: optionalListOf(key).describe('The codes of the types whose cases the members can read and change.'),
    memberEmails: optionalListOf(email).describe('The email addresses of the operators in the group.'),
    newName: optionalKey.describe('The new name of an existing group. No other group may have it.'),
  }),
  persons: item('Persons, identified by `login` and `email`.', {
    login: z.enum(loginKinds).describe('The login kind. It never changes.'),
    email: email.describe(
      'The email address: one `@` with text on both sides, without white space and invisible characters, at most 254 ' +
        'characters. The case of the letters A to Z is ignored.',
    ),
    firstname: optionalKey.describe('The first name. Required for a new person.'),
    subject: optionalKey.describe(
      'The `sub` of the person in JWTs of the issuer. If absent, it stays. Null removes it.',
    ),
    active: flag(true, 'Whether the sessions of the person are accepted.'),
    blocked: flag(false, 'Whether all sessions of the person are rejected.'),
    newEmail: email
      .nullish()
      .describe('The new email address of an existing person. No other person of the login kind may have it.'),
    typeCodes: operatorTypes.describe(`${operatorTypes.description} Only for operators.`),
    groupNames: optionalListOf(key).describe('The names of all groups of the operator. Only for operators.'),
  }),
}

/** Null is a value of these members. Elsewhere it means absent. */
export const nullable = new Set([
  'afterPartyComment',
  'calendarCode',
  'defaultAnswer',
  'groupName',
  'slaPolicyCode',
  'subject',
])

/** The values of a new item whose members are absent. */
export function defaultsOf(section: Section): object {
  const defaults = Object.entries<z.ZodType>(itemSchemas[section].shape).map(([name, schema]) => [
    name,
    schema.meta()?.['default'],
  ])
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined))
}

/** The members of an item, by section. */
export type Members = { [S in Section]: z.infer<(typeof itemSchemas)[S]> }
