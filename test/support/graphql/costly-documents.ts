/** A document that a server without limits would parse and validate for long. */
export interface CostlyDocument {
  name: string
  query: string
}

const count = <Item>(length: number, item: (i: number) => Item): Item[] => Array.from({ length }, (_, i) => item(i))
const many = (length: number, item: (i: number) => string) => count(length, item).join(' ')

const tokens = (text: string) => text.match(/\w+|"[^"]*"|\.\.\.|[^\s,]/g)?.length ?? 0

/** Repeats a part until the document has `size` characters or `maximumTokens` tokens. */
function filled(size: number, before: string, part: (i: number) => string, after: string): string {
  const parts: string[] = []
  let length = before.length + after.length
  let counted = tokens(before) + tokens(after)
  for (let i = 0; ; i++) {
    const next = part(i)
    length += next.length + 1
    counted += tokens(next)
    if (length > size || counted > maximumTokens) return before + parts.join(' ') + after
    parts.push(next)
  }
}

const maximumTokens = 2_000

/** Documents of about `size` characters. */
export function costlyDocuments(size: number): CostlyDocument[] {
  const fill = (before: string, part: (i: number) => string, after: string) => filled(size, before, part, after)
  const each = (name: string, before: string, part: (i: number) => string, after = '}'): CostlyDocument => ({
    name,
    query: fill(before, part, after),
  })
  return [
    each('one field with a selection, repeated', '{ ', () => 'viewer { login }'),
    each('one leaf, repeated', '{ viewer { ', () => 'login', '} }'),
    each('one field in nested selections', '{ viewer { ', () => 'typeCategories { type { code } }', '} }'),
    each('two levels repeated', '{ ', () => 'viewer { groups { name } groups { name } }'),
    each('deep selections repeated', '{ ', () => 'case(id: 1) { comments { edges { node { author { email } } } } }'),
    each('fields with different arguments', '{ ', (i) => `case(id: ${i}) { id }`),
    each('leaf fields with different arguments', '{ ', (i) => `__type(name: "${i}") { name }`),
    each('different fields under one alias', '{ viewer { ', (i) => (i % 2 ? 'x: login' : 'x: email'), '} }'),
    each('the same field under many aliases', '{ ', (i) => `a${i}: viewer { login }`),
    each('inline fragments', '{ ', () => '... { viewer { login } }'),
    each('inline fragments on types', '{ ', () => '... on Query { viewer { login } }'),
    each('nested inline fragments', `{ ${many(150, () => '... {')} `, () => 'viewer { login }', `${'}'.repeat(151)}`),
    each('spreads of one fragment', 'fragment f on Query { viewer { login } } { ', () => '...f'),
    each(
      'many fragments with the same field',
      `{ ${many(150, (i) => `...f${i}`)} } `,
      (i) => `fragment f${i} on Query { viewer { login } }`,
      '',
    ),
    each(
      'fragments that each spread the next',
      '{ ...f0 } ',
      (i) => `fragment f${i} on Query { viewer { login } ...f${i + 1} }`,
      '',
    ),
    each(
      'fragments that each spread the next twice',
      '{ ...f0 } ',
      (i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`,
      '',
    ),
    each(
      'fragments that each spread the next in a field',
      '{ viewer { ...f0 } } ',
      (i) => `fragment f${i} on Viewer { groups { id } ...f${i + 1} }`,
      '',
    ),
    each(
      'fragments that spread each other',
      `{ ...f0 } `,
      (i) => `fragment f${i} on Query { ${many(12, (j) => `...f${(i + j) % 60}`)} }`,
      '',
    ),
    each(
      'fragments that all spread the last ones',
      `{ ${many(40, (i) => `...f${i}`)} } `,
      (i) => `fragment f${i} on Query { viewer { login } ${many(8, (j) => `...f${i + j + 1}`)} }`,
      '',
    ),
    each('a fragment that spreads itself', '{ ...f } fragment f on Query { ', () => '...f viewer { login }'),
    each('a fragment in itself, deeper', '{ ...f } fragment f on Query { ', () => 'viewer { ...f }'),
    each(
      'a long cycle of fragments',
      '{ ...f0 } ',
      (i) => `fragment f${i} on Query { ...f${(i + 1) % 100} ...f${(i + 7) % 100} }`,
      '',
    ),
    each('many unused fragments', '{ __typename } ', (i) => `fragment f${i} on Query { viewer { login } }`, ''),
    each('fragments with the same name', '{ ...f } ', () => 'fragment f on Query { viewer { login } }', ''),
    each('unknown fields', '{ ', (i) => `viewe${i}`),
    each('unknown fields with long names', '{ ', (i) => `viewer${'x'.repeat(200)}${i}`),
    { name: 'an unknown field with a very long name', query: `{ ${'caseTypeCategories'.repeat(size / 18 - 1)} }` },
    { name: 'an unknown type with a very long name', query: `{ ... on ${'UpdateCase'.repeat(size / 10 - 2)} { id } }` },
    each('unknown types', '{ ', (i) => `... on Quer${i} { id }`),
    each('unknown fragments', '{ ', (i) => `...f${i}`),
    each('unknown arguments', '{ case(id: 1 ', (i) => `idd${i}: 1`, ') { id } }'),
    each('repeated arguments', '{ case(', () => 'id: 1', ') { id } }'),
    each('unknown directives', '{ __typename ', (i) => `@skipp${i}`),
    each('repeated directives', '{ __typename ', () => '@skip(if: true)'),
    each('variables', 'query (', (i) => `$v${i}: ID`, ') { __typename }'),
    each(
      'variables that are used',
      `query (${many(Math.floor(size / 30), (i) => `$v${i}: ID!`)}) { `,
      (i) => `case(id: $v${i}) { id }`,
    ),
    each('variables with the same name', 'query (', () => `$v: ID`, ') { case(id: $v) { id } }'),
    each('undefined variables', '{ ', (i) => `case(id: $v${i}) { id }`),
    each('variables with unknown types', 'query (', (i) => `$v${i}: Strin`, ') { __typename }'),
    each('variables with defaults', 'query (', (i) => `$v${i}: [Int] = [1, 2, "3"]`, ') { __typename }'),
    each('operations', '', (i) => `query q${i} { viewer { login } }`, ''),
    each(
      'operations that share a fragment',
      'fragment f on Query { viewer { login } } ',
      (i) => `query q${i} { ...f }`,
      '',
    ),
    each(
      'operations that share a chain of fragments',
      `${many(60, (i) => `fragment f${i} on Query { ...f${i + 1} }`)} fragment f60 on Query { __typename } `,
      (i) => `query q${i} { ...f0 }`,
      '',
    ),
    each(
      'operations that share variables',
      `${many(60, (i) => `fragment f${i} on Query { case(id: $v) { id } ...f${i + 1} }`)} fragment f60 on Query { __typename } `,
      (i) => `query q${i}($v: ID!) { ...f0 }`,
      '',
    ),
    each(
      'operations that share a large fragment',
      `fragment f on Query { ${many(100, () => 'viewer { login }')} } `,
      (i) => `query q${i} { ...f }`,
      '',
    ),
    each(
      'one fragment on pages of many sizes',
      `fragment f0 on CaseComment { id } ${many(50, (i) => `fragment f${i + 1} on CaseComment { ...f${i} }`)} `,
      (i) => `query q${i} { case(id: 1) { comments(first: ${i}) { nodes { ...f50 } } } }`,
      '',
    ),
    each(
      'fields of an interface and its types',
      'mutation { updateCase(input: { caseInstanceId: 1 }) { ',
      () =>
        '... on MutationError { problems { message } } ... on UpdateCaseError { problems { path } } ... on RejectedChange { message }',
      '} }',
    ),
    each('anonymous operations', '', () => '{ __typename }', ''),
    each('subscriptions', '', () => 'subscription { a b }', ''),
    each('type definitions', '', (i) => `type T${i} { a: Int }`, ''),
    { name: 'deep selections', query: `{ ${'a { '.repeat(size / 5)} b ${'}'.repeat(size / 5)} }` },
    {
      name: 'deep selections within the limit of tokens',
      query: `{ ${'viewer { '.repeat(490)} id ${'}'.repeat(490)} }`,
    },
    { name: 'deep inline fragments', query: `${'{ ... '.repeat(490)} { id } ${'}'.repeat(490)}` },
    { name: 'deep lists', query: `{ case(id: ${'['.repeat(980)}${']'.repeat(980)}) { id } }` },
    {
      name: 'deep objects',
      query: `mutation { updateCase(input: ${'{ a: '.repeat(490)} 1 ${'}'.repeat(490)}) { __typename } }`,
    },
    { name: 'deep list types', query: `query ($v: ${'['.repeat(900)}ID${']'.repeat(900)}) { __typename }` },
    { name: 'a comment', query: `{ __typename } # ${'x'.repeat(size)}` },
    { name: 'comments', query: `{ __typename } ${'#\n'.repeat(size / 2)}` },
    { name: 'spaces', query: `{ __typename ${' ,\n'.repeat(size / 3)} }` },
    { name: 'a string', query: `{ case(id: "${'\\u0041'.repeat(size / 6)}") { id } }` },
    { name: 'a block string', query: `{ case(id: """${'\n  a'.repeat(size / 4)}""") { id } }` },
    { name: 'a string without an end', query: `{ case(id: "${'x'.repeat(size)}` },
    { name: 'a large number', query: `{ case(id: ${'9'.repeat(size)}) { id } }` },
    { name: 'invalid characters', query: '?'.repeat(size) },
    { name: 'descriptions', query: filled(size, '', () => '"a" query { __typename }', '') },
    each(
      'unknown fields of an input',
      'mutation { updateCase(input: { ',
      (i) => `caseIdd${i}: 1`,
      '}) { __typename } }',
    ),
    each(
      'repeated fields of an input',
      'mutation { updateCase(input: { ',
      () => `status: "Open"`,
      '}) { __typename } }',
    ),
    each(
      'inputs with unknown fields',
      'mutation { updateCases(inputs: [',
      () => `{ a: 1 b: 1 c: 1 d: 1 }`,
      ']) { __typename } }',
    ),
    each('invalid inputs', 'mutation { updateCases(inputs: [', () => `{}`, ']) { __typename } }'),
    each('numbers for texts', 'mutation { updateCases(inputs: [', () => `1`, ']) { __typename } }'),
    each(
      'literal case data',
      'mutation { updateCase(input: { caseInstanceId: 1, caseData: { ',
      (i) => `a${i}: [{ b: 1 }]`,
      '} }) { __typename } }',
    ),
    each('introspection of types', '{ ', (i) => `a${i}: __type(name: "Case") { fields { type { name } } }`),
    each('introspection of one type, repeated', '{ ', () => `__type(name: "Case") { fields { name } }`),
    each('introspection of all types', '{ __schema { ', () => 'types { fields { name } }', '} }'),
    each(
      'fields of union members',
      'mutation { updateCase(input: { caseInstanceId: 1 }) { ',
      (i) => `... on UpdateCase${['Payload', 'Error'][i % 2]} { __typename }`,
      '} }',
    ),
    each(
      'node with fragments on all types',
      '{ node(id: 1) { ',
      (i) => `... on ${['Case', 'CaseComment', 'Person', 'Group', 'CaseEvent'][i % 5]} { id }`,
      '} }',
    ),
  ]
}
