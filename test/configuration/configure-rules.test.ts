import { beforeAll, describe, expect, test } from 'vitest'
import { dumpRows } from '../support/database/dump-rows.ts'
import { adminData, configureFaces } from '../support/requests/configure.ts'
import { sql } from '../support/database/database.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({
  data: { ...adminData, parties: [{ email: 'gone@example.com', firstname: 'Gone', subject: 'sub-gone' }] },
})
beforeAll(async () => {
  await server.addCase({ caseData: { amount: 1, invoiceCount: 1, goodwill: true } })
  await sql(server.database, `update persons set erased_at = now() where email = 'gone@example.com'`)
})

const olga = { login: 'OPERATOR', email: 'OLGA@example.com' }
const party = { login: 'PARTY', email: 'paula@example.com' }
const ada = { login: 'ADMIN', email: 'ada@example.com' }
const typeCategory = { typeCode: 'REFUND', categoryCode: 'BILLING' }
const reply = { code: 'NEW', label: 'New', text: 'Text' }
const noPair = { typeCode: 'QUESTION', categoryCode: 'NETWORK' }
const amount = { name: 'amount', kind: 'INTEGER' }
const defaultStatus = { name: 'New' }
const bothGroups = ['Billing team', 'Field engineers']

/** The problems, and the input that has them. */
const claims: [problems: string, input: object][] = [
  ['invalidValue categories.0.code', { categories: [{ code: '', name: 'X' }] }],
  ['invalidValue categories.0.name', { categories: [{ code: 'X' }] }],
  ['invalidValue persons.0.firstname', { persons: [{ ...party, email: 'x@x' }] }],
  [
    'invalidValue types.0.fields.0.scale',
    { types: [{ code: 'REFUND', fields: [{ ...amount, name: 'x', scale: 1 }] }] },
  ],
  [
    'duplicate types.0.fields.0.choices.1.value',
    {
      types: [
        { code: 'X', name: 'X', fields: [{ name: 'x', kind: 'CHOICE', choices: [{ value: 'a' }, { value: 'a' }] }] },
      ],
    },
  ],
  [
    `
    invalidValue types.0.name, invalidValue types.0.fields.1.scale, duplicate types.0.fields.2.name,
    inUse types.0.fields.0.kind, invalidValue groups.0.typeCodes.0, invalidValue groups.0.newName,
    unknownReference groups.0.typeCodes.1
  `,
    {
      types: [
        {
          code: 'REFUND',
          name: '',
          fields: [
            { ...amount, kind: 'TEXT' },
            { name: 'x', kind: 'DATE', scale: 1 },
            { name: 'x', kind: 'DATE' },
          ],
        },
      ],
      groups: [{ name: 'Billing team', newName: '', typeCodes: ['', 'NONE'] }],
    },
  ],
  // Text that cannot be stored.
  [
    'invalidValue groups.0.typeCodes.0, invalidValue groups.0.newName, unknownReference groups.0.typeCodes.1',
    { groups: [{ name: 'Billing team', typeCodes: ['\0', 'NONE'], newName: '\ud800' }] },
  ],
  ['invalidValue persons.0.typeCodes', { persons: [{ ...party, typeCodes: [] }] }],
  ['invalidValue persons.0.groupNames', { persons: [{ ...ada, groupNames: [] }] }],
  // A person who was erased.
  ['invalidValue persons.0.email', { persons: [{ ...party, email: 'gone@example.com', blocked: true }] }],
  // Lists of members and groups that contradict each other.
  [
    'invalidValue groups.0.memberEmails',
    { groups: [{ name: 'Billing team', memberEmails: [] }], persons: [{ ...olga, groupNames: ['Billing team'] }] },
  ],
  [
    'unknownReference typeCategories.0.typeCode, unknownReference typeCategories.0.categoryCode',
    { typeCategories: [{ typeCode: 'X', categoryCode: 'Y' }] },
  ],
  ['unknownReference typeCategories.0.groupName', { typeCategories: [{ ...typeCategory, groupName: 'X' }] }],
  ['unknownReference statuses.0.transitions.1', { statuses: [{ name: 'Open', transitions: ['New', 'X'] }] }],
  [
    'unknownReference touchpoints.0.typeCategories.0.categoryCode',
    { touchpoints: [{ code: 'web', typeCategories: [{ typeCode: 'QUESTION', categoryCode: 'NETWORK' }] }] },
  ],
  [
    'unknownReference groups.0.typeCodes.0, unknownReference groups.0.memberEmails.0',
    { groups: [{ name: 'Billing team', typeCodes: ['X'], memberEmails: ['paula@example.com'] }] },
  ],
  [
    'unknownReference persons.0.typeCodes.0, unknownReference persons.0.groupNames.0',
    { persons: [{ ...olga, typeCodes: ['X'], groupNames: ['Y'] }] },
  ],
  // Another name for a group that does not exist.
  ['unknownReference groups.0.newName', { groups: [{ name: 'X', newName: 'Y' }] }],
  [
    'unknownReference replies.0.typeCategories.1.categoryCode',
    { replies: [{ ...reply, typeCategories: [typeCategory, noPair] }] },
  ],
  ['invalidValue replies.0.label, invalidValue replies.0.text', { replies: [{ code: 'NEW' }] }],
  ['invalidValue replies.0.label, invalidValue replies.0.text', { replies: [{ ...reply, label: '', text: ' \n' }] }],
  ['invalidValue replies.0.text', { replies: [{ ...reply, text: '😀'.repeat(10_001) }] }],
  ['invalidValue replies.0.text', { replies: [{ ...reply, text: 'NUL: \0' }] }],
  ['invalidValue replies.0.text', { replies: [{ ...reply, text: 'Hello {{customer.name}}' }] }],
  ['duplicate replies.0.typeCategories.1', { replies: [{ ...reply, typeCategories: [typeCategory, typeCategory] }] }],
  ['duplicate replies.1.code', { replies: [reply, reply] }],
  ['duplicate types.1.code', { types: [{ code: 'FAX' }, { code: 'FAX' }] }],
  // An address that occurs twice, in another letter case.
  ['duplicate persons.1.email', { persons: [olga, { ...olga, email: 'olga@example.com' }] }],
  ['duplicate types.0.fields.1.name', { types: [{ code: 'FAX', fields: [amount, amount] }] }],
  [
    'duplicate touchpoints.0.typeCategories.1',
    { touchpoints: [{ code: 'web', typeCategories: [typeCategory, typeCategory] }] },
  ],
  [
    'duplicate statuses.1.default',
    {
      statuses: [
        { name: 'Open', default: true },
        { ...defaultStatus, default: true },
      ],
    },
  ],
  // A name that another group has.
  ['duplicate groups.0.newName', { groups: [{ name: 'Billing team', newName: 'Telex desk' }] }],
  // Groups that swap their names.
  [
    'duplicate groups.0.newName, duplicate groups.1.newName',
    {
      groups: [
        { name: 'Billing team', newName: 'Telex desk' },
        { name: 'Telex desk', newName: 'Billing team' },
      ],
    },
  ],
  // An address that another operator has.
  ['duplicate persons.0.newEmail', { persons: [{ ...olga, newEmail: 'Omar@example.com' }] }],
  // A subject that another party has.
  ['duplicate persons.0.subject', { persons: [{ ...party, subject: 'sub-gone' }] }],
  // A name that a new group of the input has.
  ['duplicate groups.0.newName', { groups: [{ name: 'Billing team', newName: 'Fresh' }, { name: 'Fresh' }] }],
  // An address that a new person of the input has.
  [
    'duplicate persons.0.newEmail',
    {
      persons: [
        { ...olga, newEmail: 'fresh@example.com' },
        { ...olga, email: 'FRESH@example.com', firstname: 'F' },
      ],
    },
  ],
  // Groups of a person that are as they were, beside other members of a group.
  [
    'invalidValue groups.0.memberEmails',
    { groups: [{ name: 'Telex desk', memberEmails: [olga.email] }], persons: [{ ...olga, groupNames: bothGroups }] },
  ],
  // Members of a group that are as they were, beside other groups of a person.
  [
    'invalidValue persons.0.groupNames',
    {
      groups: [{ name: 'Telex desk', memberEmails: [] }],
      persons: [{ ...olga, groupNames: ['Telex desk', ...bothGroups] }],
    },
  ],
  // All that is wrong in items without a valid key.
  [
    `
    invalidValue categories.0.code, invalidValue categories.0.name, invalidValue types.0.code,
    duplicate types.0.fields.1.name, invalidValue typeCategories.0.typeCode, unknownReference typeCategories.0.categoryCode,
    unknownReference typeCategories.0.groupName, invalidValue statuses.0.name, unknownReference statuses.0.transitions.0,
    duplicate statuses.0.transitions.2, duplicate statuses.1.default, invalidValue touchpoints.0.code,
    unknownReference touchpoints.0.typeCategories.0.typeCode, unknownReference touchpoints.0.typeCategories.0.categoryCode,
    duplicate touchpoints.0.logins.1, invalidValue groups.0.name, unknownReference groups.0.typeCodes.0,
    unknownReference groups.0.memberEmails.0, invalidValue persons.0.email, unknownReference persons.0.groupNames.0,
    invalidValue persons.0.groupNames
  `,
    {
      categories: [{ code: '', name: '' }],
      types: [{ code: '', fields: [amount, amount] }],
      typeCategories: [{ typeCode: '', categoryCode: 'NONE', groupName: 'None' }],
      statuses: [
        { name: '', default: true, transitions: ['None', 'New', 'New'], expectedVersion: 7 },
        { name: 'Open', default: true },
      ],
      touchpoints: [
        { code: '', typeCategories: [{ typeCode: 'NONE', categoryCode: 'NONE' }], logins: ['PARTY', 'PARTY'] },
      ],
      groups: [{ name: '', memberEmails: ['nobody@example.com'], typeCodes: ['NONE'] }],
      persons: [{ login: 'PARTY', email: '\0', groupNames: ['None'] }],
    },
  ],
  // An item without a valid key, but no reference to the key that it gets.
  [
    'invalidValue groups.0.name',
    {
      groups: [{ name: '', newName: 'Renamed' }],
      persons: [{ ...olga, groupNames: ['Renamed'] }],
      typeCategories: [{ ...typeCategory, groupName: 'Renamed' }],
    },
  ],
  // An item without a valid key that may be the new default or admin.
  [
    'invalidValue statuses.1.name, invalidValue persons.1.email',
    {
      statuses: [
        { ...defaultStatus, default: false },
        { name: '', default: true },
      ],
      persons: [
        { ...ada, active: false },
        { ...ada, email: '' },
      ],
    },
  ],
  // Repeated items, of which the first counts.
  [
    'duplicate types.1.code, duplicate statuses.1.name, duplicate groups.1.name, duplicate persons.2.email',
    {
      types: [{ code: 'REFUND' }, { code: 'REFUND', fields: [{ ...amount, kind: 'TEXT' }] }],
      statuses: [defaultStatus, { ...defaultStatus, default: false }],
      groups: [
        { name: 'Billing team', memberEmails: ['odette@example.com', olga.email] },
        { name: 'Billing team', memberEmails: [] },
      ],
      persons: [{ ...olga, groupNames: bothGroups }, ada, { ...ada, active: false }],
    },
  ],
  // A first item that is repeated.
  [
    'inUse statuses.0.active, duplicate statuses.1.name, inUse persons.0.blocked, duplicate persons.1.email',
    { statuses: [{ ...defaultStatus, active: false }, defaultStatus], persons: [{ ...ada, blocked: true }, ada] },
  ],
  // test/people/email.test.ts has all that is no address.
  ['invalidValue persons.0.email', { persons: [{ ...party, email: 'a@b@c', firstname: 'X' }] }],
  ['invalidValue persons.0.newEmail', { persons: [{ ...olga, newEmail: 'a@b@c' }] }],
  ['inUse statuses.0.default', { statuses: [{ ...defaultStatus, default: false }] }],
  ['inUse statuses.0.active', { statuses: [{ ...defaultStatus, active: false }] }],
  // An inactive status as the new default.
  ['inUse statuses.0.active', { statuses: [{ name: 'Open', default: true, active: false }] }],
  ['inUse resolutions.0.default', { resolutions: [{ name: 'Unresolved', default: false }] }],
  // Another kind of a field that a case has.
  ['inUse types.0.fields.1.kind', { types: [{ code: 'REFUND', fields: [{ name: 'iban', kind: 'BOOLEAN' }, amount] }] }],
  ['inUse persons.0.active', { persons: [{ ...ada, active: false }] }],
  ['inUse persons.0.blocked', { persons: [{ ...ada, blocked: true }] }],
  // Several items, in the order of the input.
  [
    `
    invalidValue categories.0.name, unknownReference statuses.0.transitions.0, invalidValue statuses.1.name,
    invalidValue persons.0.email
  `,
    {
      persons: [{ ...party, email: '' }],
      statuses: [{ name: 'Open', transitions: ['X'] }, { name: '' }],
      categories: [{ code: 'X' }],
    },
  ],
]

describe.each(configureFaces)('configure rejects, over $api,', ({ configure }) => {
  test.each(claims)('%s', async (expected, input) => {
    const before = await dumpRows(server.database)
    const { problems, error, changes } = await configure(server.url, input)
    expect({ error, changes }).toEqual({ error: undefined, changes: undefined })
    expect(problems?.map(({ code, path }) => `${code} ${path.join('.')}`)).toEqual(expected.trim().split(/,\s+/))
    expect(
      problems!.every(({ message }) => /^[a-z]\w*(\[\d+\])*:? .*\.$/i.test(message) && !message.includes('@')),
    ).toBe(true)
    expect(await dumpRows(server.database)).toBe(before)
  })

  test('an item with another version than the caller saw, and one that must not exist', async () => {
    const seen = { statuses: [{ name: 'Open' }, { name: 'Resolved', closed: true, expectedVersion: 2 }] }
    expect((await configure(server.url, seen)).error).toMatchObject({
      code: 'PRECONDITION_FAILED',
      path: ['statuses', '1'],
      currentVersion: 1,
    })
    const added = { groups: [{ name: 'Billing team', expectedVersion: 0 }] }
    expect((await configure(server.url, added)).error).toMatchObject({ path: ['groups', '0'], currentVersion: 1 })
    const missing = { categories: [{ code: 'X', name: 'X', expectedVersion: 1 }] }
    expect((await configure(server.url, missing)).error).toMatchObject({ path: ['categories', '0'], currentVersion: 0 })
  })

  test('more than 1,000 items', async () => {
    const items = (count: number) => Array.from({ length: count }, (_, i) => ({ code: `C${i}`, name: 'X' }))
    const input = { categories: items(600), types: items(401), dryRun: true }
    expect((await configure(server.url, input)).error?.message).toBe(
      'The input has 1001 items. At most 1000 are allowed.',
    )
  })
})
