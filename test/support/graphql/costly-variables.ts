const count = <Item>(length: number, item: (i: number) => Item): Item[] => Array.from({ length }, (_, i) => item(i))
const unknown = (length: number, prefix: string) => Object.fromEntries(count(length, (i) => [`${prefix}${i}`, 1]))

const update = 'mutation ($inputs: [UpdateCaseInput!]!) { updateCases(inputs: $inputs) { __typename } }'
const lookup = 'query ($inputs: CaseTypeCategoryVisibility) { caseTypeCategories(visibility: $inputs) { __typename } }'
const list = 'query ($inputs: Int) { cases(first: $inputs) { __typename } }'

/** Variables of about `size` characters that a server without limits would coerce for long. */
export function costlyVariables(size: number): [name: string, query: string, variables: { inputs: unknown }][] {
  const valid = { caseInstanceId: '1', status: 'Open' }
  const depth = Math.min(size / 2, 4000)
  const deep = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown
  const ofCase = (values: object) => [{ caseInstanceId: '1', ...values }]
  const inputs = {
    '100 inputs with unknown fields': count(100, () => unknown(Math.min(200, size / 1300), 'status')),
    'valid inputs before an unknown field': [...count(Math.floor(size / 40), () => valid), unknown(1, 'statu')],
    'one input with unknown fields': [unknown(size / 14, 'status')],
    'inputs without fields': count(Math.floor(size / 3), () => ({})),
    'numbers as inputs': count(Math.floor(size / 2), () => 1),
    'an unknown field with a long name': [{ ['caseInstanceId'.repeat(size / 15)]: 1 }],
    'comments with unknown fields': ofCase({ comments: count(50, () => unknown(size / 700, 'text')) }),
    'comments with wrong types': ofCase({ comments: count(Math.floor(size / 12), () => ({ text: [] })) }),
    'deep case data': ofCase({ caseData: deep }),
    'wide case data': ofCase({ caseData: unknown(size / 12, 'a') }),
  }
  return [
    ...Object.entries(inputs).map(([name, inputs]): [string, string, { inputs: unknown }] => [
      name,
      update,
      { inputs },
    ]),
    ['an unknown value of an enum', lookup, { inputs: 'visible'.repeat(size / 7 - 2) }],
    ['a long text for a number', list, { inputs: '9'.repeat(size) }],
  ]
}
