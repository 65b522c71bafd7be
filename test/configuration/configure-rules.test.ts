import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../support/database/database.ts'
import { dumpRows } from '../support/database/dump-rows.ts'
import { adminData, configureFaces } from '../support/requests/configure.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({
  data: {
    ...adminData,
    parties: [{ email: 'gone@example.com', firstname: 'Gone', subject: 'sub-gone' }],
  },
})
beforeAll(async () => {
  await server.addCase({ caseData: { amount: 1, invoiceCount: 1, goodwill: true } })
  await sql(server.database, `update persons set erased_at = now() where email = 'gone@example.com'`)
})

const olga = { login: 'OPERATOR', email: 'OLGA@example.com' }
const party = { login: 'PARTY', email: 'paula@example.com' }
const ada = { login: 'ADMIN', email: 'ada@example.com' }
const typeCategory = { typeCode: 'REFUND', categoryCode: 'BILLING' }
const amount = { name: 'amount', kind: 'INTEGER' }
const defaultStatus = { name: 'New' }
const bothGroups = ['Billing team', 'Field engineers']

const claims: [claim: string, input: object, problems: string[]][] = [
  ['an empty code', { categories: [{ code: '', name: 'X' }] }, ['invalidValue categories.0.code']],
  ['a new category without a name', { categories: [{ code: 'X' }] }, ['invalidValue categories.0.name']],
  [
    'a new person without a first name',
    { persons: [{ ...party, email: 'x@x' }] },
    ['invalidValue persons.0.firstname'],
  ],
  [
    'a field of a type with a scale for integers',
    { types: [{ code: 'REFUND', fields: [{ ...amount, name: 'x', scale: 1 }] }] },
    ['invalidValue types.0.fields.0.scale'],
  ],
  [
    'a choice that is repeated',
    {
      types: [
        { code: 'X', name: 'X', fields: [{ name: 'x', kind: 'CHOICE', choices: [{ value: 'a' }, { value: 'a' }] }] },
      ],
    },
    ['duplicate types.0.fields.0.choices.1.value'],
  ],
  [
    'all that is wrong in one item',
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
    [
      'invalidValue types.0.name',
      'invalidValue types.0.fields.1.scale',
      'duplicate types.0.fields.2.name',
      'inUse types.0.fields.0.kind',
      'invalidValue groups.0.typeCodes.0',
      'invalidValue groups.0.newName',
      'unknownReference groups.0.typeCodes.1',
    ],
  ],
  [
    'text that cannot be stored',
    { groups: [{ name: 'Billing team', typeCodes: ['\0', 'NONE'], newName: '\ud800' }] },
    ['invalidValue groups.0.typeCodes.0', 'invalidValue groups.0.newName', 'unknownReference groups.0.typeCodes.1'],
  ],
  ['types of a party', { persons: [{ ...party, typeCodes: [] }] }, ['invalidValue persons.0.typeCodes']],
  ['groups of an admin', { persons: [{ ...ada, groupNames: [] }] }, ['invalidValue persons.0.groupNames']],
  [
    'a person who was erased',
    { persons: [{ ...party, email: 'gone@example.com', blocked: true }] },
    ['invalidValue persons.0.email'],
  ],
  [
    'lists of members and groups that contradict each other',
    { groups: [{ name: 'Billing team', memberEmails: [] }], persons: [{ ...olga, groupNames: ['Billing team'] }] },
    ['invalidValue groups.0.memberEmails'],
  ],
  [
    'an unknown type and category',
    { typeCategories: [{ typeCode: 'X', categoryCode: 'Y' }] },
    ['unknownReference typeCategories.0.typeCode', 'unknownReference typeCategories.0.categoryCode'],
  ],
  [
    'an unknown group of a type category',
    { typeCategories: [{ ...typeCategory, groupName: 'X' }] },
    ['unknownReference typeCategories.0.groupName'],
  ],
  [
    'an unknown next status',
    { statuses: [{ name: 'Open', transitions: ['New', 'X'] }] },
    ['unknownReference statuses.0.transitions.1'],
  ],
  [
    'a grant of an unknown type category',
    { touchpoints: [{ code: 'web', typeCategories: [{ typeCode: 'QUESTION', categoryCode: 'NETWORK' }] }] },
    ['unknownReference touchpoints.0.typeCategories.0.categoryCode'],
  ],
  [
    'unknown types and members of a group',
    { groups: [{ name: 'Billing team', typeCodes: ['X'], memberEmails: ['paula@example.com'] }] },
    ['unknownReference groups.0.typeCodes.0', 'unknownReference groups.0.memberEmails.0'],
  ],
  [
    'unknown types and groups of an operator',
    { persons: [{ ...olga, typeCodes: ['X'], groupNames: ['Y'] }] },
    ['unknownReference persons.0.typeCodes.0', 'unknownReference persons.0.groupNames.0'],
  ],
  [
    'another name for a group that does not exist',
    { groups: [{ name: 'X', newName: 'Y' }] },
    ['unknownReference groups.0.newName'],
  ],
  ['a code that occurs twice', { types: [{ code: 'FAX' }, { code: 'FAX' }] }, ['duplicate types.1.code']],
  [
    'an address that occurs twice, in another letter case',
    { persons: [olga, { ...olga, email: 'olga@example.com' }] },
    ['duplicate persons.1.email'],
  ],
  [
    'a field that occurs twice',
    { types: [{ code: 'FAX', fields: [amount, amount] }] },
    ['duplicate types.0.fields.1.name'],
  ],
  [
    'a grant that occurs twice',
    { touchpoints: [{ code: 'web', typeCategories: [typeCategory, typeCategory] }] },
    ['duplicate touchpoints.0.typeCategories.1'],
  ],
  [
    'two defaults',
    {
      statuses: [
        { name: 'Open', default: true },
        { ...defaultStatus, default: true },
      ],
    },
    ['duplicate statuses.1.default'],
  ],
  [
    'a name that another group has',
    { groups: [{ name: 'Billing team', newName: 'Telex desk' }] },
    ['duplicate groups.0.newName'],
  ],
  [
    'groups that swap their names',
    {
      groups: [
        { name: 'Billing team', newName: 'Telex desk' },
        { name: 'Telex desk', newName: 'Billing team' },
      ],
    },
    ['duplicate groups.0.newName', 'duplicate groups.1.newName'],
  ],
  [
    'an address that another operator has',
    { persons: [{ ...olga, newEmail: 'Omar@example.com' }] },
    ['duplicate persons.0.newEmail'],
  ],
  [
    'a subject that another party has',
    { persons: [{ ...party, subject: 'sub-gone' }] },
    ['duplicate persons.0.subject'],
  ],
  [
    'a name that a new group of the input has',
    { groups: [{ name: 'Billing team', newName: 'Fresh' }, { name: 'Fresh' }] },
    ['duplicate groups.0.newName'],
  ],
  [
    'an address that a new person of the input has',
    {
      persons: [
        { ...olga, newEmail: 'fresh@example.com' },
        { ...olga, email: 'FRESH@example.com', firstname: 'F' },
      ],
    },
    ['duplicate persons.0.newEmail'],
  ],
  [
    'groups of a person that are as they were, beside other members of a group',
    { groups: [{ name: 'Telex desk', memberEmails: [olga.email] }], persons: [{ ...olga, groupNames: bothGroups }] },
    ['invalidValue groups.0.memberEmails'],
  ],
  [
    'members of a group that are as they were, beside other groups of a person',
    {
      groups: [{ name: 'Telex desk', memberEmails: [] }],
      persons: [{ ...olga, groupNames: ['Telex desk', ...bothGroups] }],
    },
    ['invalidValue persons.0.groupNames'],
  ],
  [
    'all that is wrong in items without a valid key',
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
    [
      'invalidValue categories.0.code',
      'invalidValue categories.0.name',
      'invalidValue types.0.code',
      'duplicate types.0.fields.1.name',
      'invalidValue typeCategories.0.typeCode',
      'unknownReference typeCategories.0.categoryCode',
      'unknownReference typeCategories.0.groupName',
      'invalidValue statuses.0.name',
      'unknownReference statuses.0.transitions.0',
      'duplicate statuses.0.transitions.2',
      'duplicate statuses.1.default',
      'invalidValue touchpoints.0.code',
      'unknownReference touchpoints.0.typeCategories.0.typeCode',
      'unknownReference touchpoints.0.typeCategories.0.categoryCode',
      'duplicate touchpoints.0.logins.1',
      'invalidValue groups.0.name',
      'unknownReference groups.0.typeCodes.0',
      'unknownReference groups.0.memberEmails.0',
      'invalidValue persons.0.email',
      'unknownReference persons.0.groupNames.0',
      'invalidValue persons.0.groupNames',
    ],
  ],
  [
    'an item without a valid key, but no reference to the key that it gets',
    {
      groups: [{ name: '', newName: 'Renamed' }],
      persons: [{ ...olga, groupNames: ['Renamed'] }],
      typeCategories: [{ ...typeCategory, groupName: 'Renamed' }],
    },
    ['invalidValue groups.0.name'],
  ],
  [
    'an item without a valid key that may be the new default or admin',
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
    ['invalidValue statuses.1.name', 'invalidValue persons.1.email'],
  ],
  [
    'repeated items, of which the first counts',
    {
      types: [{ code: 'REFUND' }, { code: 'REFUND', fields: [{ ...amount, kind: 'TEXT' }] }],
      statuses: [defaultStatus, { ...defaultStatus, default: false }],
      groups: [
        { name: 'Billing team', memberEmails: ['odette@example.com', olga.email] },
        { name: 'Billing team', memberEmails: [] },
      ],
      persons: [{ ...olga, groupNames: bothGroups }, ada, { ...ada, active: false }],
    },
    ['duplicate types.1.code', 'duplicate statuses.1.name', 'duplicate groups.1.name', 'duplicate persons.2.email'],
  ],
  [
    'a first item that is repeated',
    {
      statuses: [{ ...defaultStatus, active: false }, defaultStatus],
      persons: [{ ...ada, blocked: true }, ada],
    },
    ['inUse statuses.0.active', 'duplicate statuses.1.name', 'inUse persons.0.blocked', 'duplicate persons.1.email'],
  ],
  // test/people/email.test.ts has all that is no address.
  [
    'a new address that is none',
    { persons: [{ ...party, email: 'a@b@c', firstname: 'X' }] },
    ['invalidValue persons.0.email'],
  ],
  ['another address that is none', { persons: [{ ...olga, newEmail: 'a@b@c' }] }, ['invalidValue persons.0.newEmail']],
  ['no default status', { statuses: [{ ...defaultStatus, default: false }] }, ['inUse statuses.0.default']],
  ['an inactive default status', { statuses: [{ ...defaultStatus, active: false }] }, ['inUse statuses.0.active']],
  [
    'an inactive status as the new default',
    { statuses: [{ name: 'Open', default: true, active: false }] },
    ['inUse statuses.0.active'],
  ],
  ['no default resolution', { resolutions: [{ name: 'Unresolved', default: false }] }, ['inUse resolutions.0.default']],
  [
    'another kind of a field that a case has',
    { types: [{ code: 'REFUND', fields: [{ name: 'iban', kind: 'BOOLEAN' }, amount] }] },
    ['inUse types.0.fields.1.kind'],
  ],
  ['no active admin', { persons: [{ ...ada, active: false }] }, ['inUse persons.0.active']],
  ['no admin who is not blocked', { persons: [{ ...ada, blocked: true }] }, ['inUse persons.0.blocked']],
  [
    'several items, in the order of the input',
    {
      persons: [{ ...party, email: '' }],
      statuses: [{ name: 'Open', transitions: ['X'] }, { name: '' }],
      categories: [{ code: 'X' }],
    },
    [
      'invalidValue categories.0.name',
      'unknownReference statuses.0.transitions.0',
      'invalidValue statuses.1.name',
      'invalidValue persons.0.email',
    ],
  ],
]

describe.each(configureFaces)('configure rejects, over $api,', ({ configure }) => {
  test.each(claims)('%s', async (_claim, input, expected) => {
    const before = await dumpRows(server.database)
    const { problems, error, changes } = await configure(server.url, input)
    expect({ error, changes }).toEqual({ error: undefined, changes: undefined })
    expect(problems?.map(({ code, path }) => `${code} ${path.join('.')}`)).toEqual(expected)
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
