/** Variables that a server without limits would coerce for long. */
export interface CostlyVariables {
  name: string
  query: string
  variables: { inputs: unknown }
}

const count = <Item>(length: number, item: (i: number) => Item): Item[] => Array.from({ length }, (_, i) => item(i))

const update = 'mutation ($inputs: [UpdateCaseInput!]!) { updateCases(inputs: $inputs) { __typename } }'

/** Variables of about `size` characters. */
export function costlyVariables(size: number): CostlyVariables[] {
  const each = (name: string, inputs: unknown, query = update): CostlyVariables => ({
    name,
    query,
    variables: { inputs },
  })
  const unknown = (length: number, prefix: string) => Object.fromEntries(count(length, (i) => [`${prefix}${i}`, 1]))
  return [
    each(
      '100 inputs with unknown fields',
      count(100, () => unknown(Math.min(200, size / 1300), 'status')),
    ),
    each('valid inputs with an unknown field at the end', [
      ...count(Math.floor(size / 40), () => ({ caseInstanceId: '1', status: 'Open' })),
      unknown(1, 'statu'),
    ]),
    each('one input with unknown fields', [unknown(size / 14, 'status')]),
    each(
      'inputs without fields',
      count(Math.floor(size / 3), () => ({})),
    ),
    each(
      'numbers as inputs',
      count(Math.floor(size / 2), () => 1),
    ),
    each('an unknown field with a long name', [{ ['caseInstanceId'.repeat(size / 15)]: 1 }]),
    each('comments with unknown fields', [
      { caseInstanceId: '1', comments: count(50, () => unknown(size / 700, 'text')) },
    ]),
    each('comments with wrong types', [
      { caseInstanceId: '1', comments: count(Math.floor(size / 12), () => ({ text: [] })) },
    ]),
    each(
      'an unknown value of an enum',
      'visible'.repeat(size / 7 - 2),
      'query ($inputs: CaseTypeCategoryVisibility) { caseTypeCategories(visibility: $inputs) { __typename } }',
    ),
    each('a long text for a number', '9'.repeat(size), 'query ($inputs: Int) { cases(first: $inputs) { __typename } }'),
    each('deep case data', [
      {
        caseInstanceId: '1',
        caseData: JSON.parse(
          `${'['.repeat(Math.min(size / 2, 4000))}${']'.repeat(Math.min(size / 2, 4000))}`,
        ) as unknown,
      },
    ]),
    each('wide case data', [{ caseInstanceId: '1', caseData: unknown(size / 12, 'a') }]),
  ]
}
