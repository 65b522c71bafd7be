import { describe, expect, test } from 'vitest'
import { graphqlChanges } from '../../scripts/contract/graphql-changes.ts'

const today = '2027-07-01'
const released = `
  type Query { case(id: ID!): Case! pairs(visibility: Visibility = ALL, code: String @deprecated(reason: "Removal on 2027-06-30.")): [String!]! }
  type Case { id: ID! status: String! old: Int @deprecated(reason: "Use status. Removal on 2027-06-30.") older: Int @deprecated(reason: "Removal on 2027-07-01.") }
  type Mutation { change(input: Change!): Result! }
  input Change { id: ID! text: String was: Int @deprecated(reason: "Removal on 2027-06-30.") }
  union Result = Case | Problem
  type Problem { code: Code! }
  enum Code { invalidId CodeRequired gone @deprecated(reason: "Removal on 2027-06-30.") }
  enum Visibility { APP ALL }
`
const edited = (from: string, to: string) => graphqlChanges(released, released.replace(from, to), today)

// What else breaks clients is up to the graphql package.
describe('a breaking change', () => {
  test.each<[string, string, string, RegExp]>([
    ['a field is removed', 'status: String! ', '', /'status' was removed from object type 'Case'/],
    ['the letter case of a code changes', 'CodeRequired', 'codeRequired', /'CodeRequired' was removed/],
    ['an operation is removed', 'type Mutation { change(input: Change!): Result! }', '', /Mutation/],
    [
      'a deprecated field is removed before its date',
      'older: Int @deprecated(reason: "Removal on 2027-07-01.")',
      '',
      /'older' .*was removed/,
    ],
  ])('%s', async (_what, from, to, message) => {
    expect(released).toContain(from)
    const texts = (await edited(from, to)).filter(({ level }) => level === 'breaking').map(({ text }) => text)
    expect(texts).toContainEqual(expect.stringMatching(message))
    expect(texts[0]).toMatch(/^schema\.graphql: .*\.$/)
  })
})

describe('a compatible change', () => {
  test.each<[string, string, string]>([
    ['no change', '', ''],
    [
      'a field is deprecated',
      'status: String!',
      'status: String! @deprecated(reason: "Use id. Removal on 2028-06-30.")',
    ],
    [
      'a deprecated field is removed after its date',
      'old: Int @deprecated(reason: "Use status. Removal on 2027-06-30.")',
      '',
    ],
    [
      'a deprecated argument is removed after its date',
      ', code: String @deprecated(reason: "Removal on 2027-06-30.")',
      '',
    ],
    [
      'a deprecated input field is removed after its date',
      'was: Int @deprecated(reason: "Removal on 2027-06-30.")',
      '',
    ],
    ['a deprecated code is removed after its date', 'gone @deprecated(reason: "Removal on 2027-06-30.")', ''],
  ])('%s', async (_what, from, to) => {
    expect(released).toContain(from)
    expect((await edited(from, to)).filter(({ level }) => level === 'breaking')).toEqual([])
  })

  test('a new code is reported as risky for clients that do not expect it', async () => {
    const [change, ...others] = await edited('CodeRequired', 'CodeRequired late')
    expect([change, others]).toEqual([
      { level: 'risky', text: "schema.graphql: Enum value 'late' was added to enum 'Code'." },
      [],
    ])
  })
})
