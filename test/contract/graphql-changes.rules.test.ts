import { describe, expect, test } from 'vitest'
import { graphqlChanges } from '../../scripts/contract/graphql-changes.ts'

const today = '2027-07-01'
const released = `
  type Query { case(id: ID!): Case! pairs(visibility: Visibility = ALL, code: String @deprecated(reason: "It goes on 2027-06-30.")): [String!]! }
  type Case { id: ID! status: String! old: Int @deprecated(reason: "Use status. It goes on 2027-06-30.") older: Int @deprecated(reason: "It goes on 2027-07-01.") }
  type Mutation { change(input: Change!): Result! }
  input Change { id: ID! text: String was: Int @deprecated(reason: "It goes on 2027-06-30.") }
  union Result = Case | Problem
  type Problem { code: Code! }
  enum Code { invalidId CodeRequired gone @deprecated(reason: "It goes on 2027-06-30.") }
  enum Visibility { APP ALL }
`
const edited = (from: string, to: string) => graphqlChanges(released, released.replace(from, to), today)

describe('what breaks a client', () => {
  test.each<[string, string, string, RegExp]>([
    ['a field is gone', 'status: String! ', '', /'status' was removed from object type 'Case'/],
    [
      'a field may be null',
      'status: String!',
      'status: String',
      /'Case.status' changed type from 'String!' to 'String'/,
    ],
    ['a field is of another type', 'status: String!', 'status: Int!', /changed type/],
    ['an argument is gone', 'visibility: Visibility = ALL, ', '', /Argument 'visibility: Visibility' was removed/],
    [
      'an argument must be sent',
      'pairs(',
      'pairs(all: Boolean!, ',
      /Argument 'all: Boolean!' added to field 'Query.pairs'/,
    ],
    ['an input must be sent', 'text: String', 'text: String!', /'Change.text' changed type/],
    ['a new input must be sent', 'input Change {', 'input Change { more: Int!', /'more' of type 'Int!' was added/],
    ['a code is gone', 'CodeRequired', '', /'CodeRequired' was removed from enum 'Code'/],
    ["a code's letter case is another", 'CodeRequired', 'codeRequired', /'CodeRequired' was removed/],
    ['a type is no longer a result', ' | Problem', '', /'Problem' was removed from Union type 'Result'/],
    ['an operation is gone', 'type Mutation { change(input: Change!): Result! }', '', /Mutation/],
    [
      'something goes too early',
      'older: Int @deprecated(reason: "It goes on 2027-07-01.")',
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

describe('what breaks nobody', () => {
  test.each<[string, string, string]>([
    ['nothing differs', '', ''],
    ['there is another field', 'id: ID! status', 'more: Int id: ID! status'],
    ['there is another operation', 'type Query {', 'type Query { other: Int '],
    ['a field is never null', 'old: Int', 'old: Int!'],
    [
      'something is deprecated',
      'status: String!',
      'status: String! @deprecated(reason: "Use id. It goes on 2028-06-30.")',
    ],
    ['a field went on its day', 'old: Int @deprecated(reason: "Use status. It goes on 2027-06-30.")', ''],
    ['an argument went on its day', ', code: String @deprecated(reason: "It goes on 2027-06-30.")', ''],
    ['an input went on its day', 'was: Int @deprecated(reason: "It goes on 2027-06-30.")', ''],
    ['a code went on its day', 'gone @deprecated(reason: "It goes on 2027-06-30.")', ''],
  ])('%s', async (_what, from, to) => {
    expect(released).toContain(from)
    expect((await edited(from, to)).filter(({ level }) => level === 'breaking')).toEqual([])
  })

  test('another code is said, for clients that did not expect one', async () => {
    const [change, ...others] = await edited('CodeRequired', 'CodeRequired late')
    expect([change, others]).toEqual([
      { level: 'risky', text: "schema.graphql: Enum value 'late' was added to enum 'Code'." },
      [],
    ])
  })
})
