const many = (length: number, item: (i: number) => string) => Array.from({ length }, (_, i) => item(i)).join(' ')
const tokens = (text: string) => text.match(/\w+|"[^"]*"|\.\.\.|[^\s,]/g)?.length ?? 0
const maximumTokens = 2_000

/**
 * Repeats the part between « and » until the document has `size` characters or `maximumTokens` tokens. `#` is the number of the part,
 * and `#+` the next one.
 */
function filled(size: number, template: string): string {
  const [before = '', part = '', after = ''] = template.split(/[«»]/)
  const parts: string[] = []
  let length = before.length + after.length
  let counted = tokens(before) + tokens(after)
  for (let i = 0; ; i++) {
    const next = part.replaceAll('#+', `${i + 1}`).replaceAll('#', `${i}`)
    length += next.length + 1
    counted += tokens(next)
    if (length > size || counted > maximumTokens) return before + parts.join(' ') + after
    parts.push(next)
  }
}

const login = 'viewer { login }'
const f = 'fragment f on Query'
const each = 'fragment f# on Query'
const update = 'mutation { updateCase(input: { caseInstanceId: 1 }) {'
const inputs = 'mutation { updateCases(inputs: ['
const chain = (root: string) => `${many(60, (i) => `fragment f${i} on Query { ${root} ...f${i + 1} }`)}
  fragment f60 on Query { __typename }`
const variables = (size: number) => many(Math.floor(size / 30), (i) => `$v${i}: ID!`)

/** What is repeated. */
const templates = (size: number) => [
  `{ «${login}» }`,
  '{ viewer { «login» } }',
  '{ viewer { «typeCategories { type { code } }» } }',
  '{ «viewer { groups { name } groups { name } }» }',
  '{ «case(id: 1) { comments { edges { node { author { email } } } } }» }',
  '{ «case(id: #) { id }» }',
  '{ «__type(name: "#") { name }» }',
  // Different fields under one alias, and one field under many.
  '{ viewer { «x: login x: email» } }',
  `{ «a#: ${login}» }`,
  `{ «... { ${login} }» }`,
  `{ «... on Query { ${login} }» }`,
  `{ ${many(150, () => '... {')} «${login}» ${'}'.repeat(151)}`,
  `${f} { ${login} } { «...f» }`,
  `{ ${many(150, (i) => `...f${i}`)} } «${each} { ${login} }»`,
  // Fragments that spread the next one, once and twice.
  `{ ...f0 } «${each} { ${login} ...f#+ }»`,
  `{ ...f0 } «${each} { ...f#+ ...f#+ }»`,
  '{ viewer { ...f0 } } «fragment f# on Viewer { groups { id } ...f#+ }»',
  // Fragments that spread many others, and each other.
  `{ ...f0 } «${each} { ${many(12, (j) => `...f${j * 5} ...f#+`)} }»`,
  `{ ${many(40, (i) => `...f${i}`)} } «${each} { ${login} ...f#+ ...f5#+ ...f10#+ }»`,
  `{ ...f } ${f} { «...f ${login}» }`,
  `{ ...f } ${f} { «viewer { ...f }» }`,
  `{ ...f0 } «${each} { ...f#+ ...f0 }»`,
  `{ __typename } «${each} { ${login} }»`,
  `{ ...f } «${f} { ${login} }»`,
  '{ «viewe#» }',
  `{ «viewer${'x'.repeat(200)}#» }`,
  '{ «... on Quer# { id }» }',
  '{ «...f#» }',
  '{ case(id: 1 «idd#: 1») { id } }',
  '{ case(«id: 1») { id } }',
  '{ __typename «@skipp#» }',
  '{ __typename «@skip(if: true)» }',
  'query («$v#: ID») { __typename }',
  `query (${variables(size)}) { «case(id: $v#) { id }» }`,
  'query («$v: ID») { case(id: $v) { id } }',
  '{ «case(id: $v#) { id }» }',
  'query («$v#: Strin») { __typename }',
  'query («$v#: [Int] = [1, 2, "3"]») { __typename }',
  // Operations that share what is long.
  `«query q# { ${login} }»`,
  `${f} { ${login} } «query q# { ...f }»`,
  `${chain('')} «query q# { ...f0 }»`,
  `${chain('case(id: $v) { id }')} «query q#($v: ID!) { ...f0 }»`,
  `${f} { ${many(100, () => login)} } «query q# { ...f }»`,
  `fragment f0 on CaseComment { id } ${many(50, (i) => `fragment f${i + 1} on CaseComment { ...f${i} }`)}
    «query q# { case(id: 1) { comments(first: #) { nodes { ...f50 } } } }»`,
  `${update} «... on MutationError { problems { message } } ... on UpdateCaseError { problems { path } }
    ... on RejectedChange { message }» } }`,
  '«{ __typename }»',
  '«subscription { a b }»',
  '«type T# { a: Int }»',
  '«"a" query { __typename }»',
  'mutation { updateCase(input: { «caseIdd#: 1» }) { __typename } }',
  'mutation { updateCase(input: { «status: "Open"» }) { __typename } }',
  `${inputs}«{ a: 1 b: 1 c: 1 d: 1 }»]) { __typename } }`,
  `${inputs}«{}»]) { __typename } }`,
  `${inputs}«1»]) { __typename } }`,
  'mutation { updateCase(input: { caseInstanceId: 1, caseData: { «a#: [{ b: 1 }]» } }) { __typename } }',
  '{ «a#: __type(name: "Case") { fields { type { name } } }» }',
  '{ «__type(name: "Case") { fields { name } }» }',
  '{ __schema { «types { fields { name } }» } }',
  `${update} «... on UpdateCasePayload { __typename } ... on UpdateCaseError { __typename }» } }`,
  '{ node(id: 1) { «... on Case { id } ... on CaseComment { id } ... on Person { id } ... on Group { id }» } }',
]

/** Documents of about `size` characters, which a server without limits would parse and validate for long. */
export function costlyDocuments(size: number): string[] {
  return [
    ...templates(size).map((template) => filled(size, template)),
    `{ ${'caseTypeCategories'.repeat(size / 18 - 1)} }`,
    `{ ... on ${'UpdateCase'.repeat(size / 10 - 2)} { id } }`,
    // Deep ones, of which some are within the limit of tokens.
    `{ ${'a { '.repeat(size / 5)} b ${'}'.repeat(size / 5)} }`,
    `{ ${'viewer { '.repeat(490)} id ${'}'.repeat(490)} }`,
    `${'{ ... '.repeat(490)} { id } ${'}'.repeat(490)}`,
    `{ case(id: ${'['.repeat(980)}${']'.repeat(980)}) { id } }`,
    `mutation { updateCase(input: ${'{ a: '.repeat(490)} 1 ${'}'.repeat(490)}) { __typename } }`,
    `query ($v: ${'['.repeat(900)}ID${']'.repeat(900)}) { __typename }`,
    `{ __typename } # ${'x'.repeat(size)}`,
    `{ __typename } ${'#\n'.repeat(size / 2)}`,
    `{ __typename ${' ,\n'.repeat(size / 3)} }`,
    `{ case(id: "${'\\u0041'.repeat(size / 6)}") { id } }`,
    `{ case(id: """${'\n  a'.repeat(size / 4)}""") { id } }`,
    `{ case(id: "${'x'.repeat(size)}`,
    `{ case(id: ${'9'.repeat(size)}) { id } }`,
    '?'.repeat(size),
  ]
}
