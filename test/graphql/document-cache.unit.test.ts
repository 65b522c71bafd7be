import { type DocumentNode, execute, getIntrospectionQuery, getOperationAST, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { documentCache } from '../../src/graphql/document-cache.ts'
import { overlappingFields } from '../../src/graphql/limits/overlapping-fields.ts'
import { measureOperations } from '../../src/graphql/limits/query-cost.ts'
import { schema } from '../../src/schema.ts'
import { costlyDocuments } from '../support/graphql/costly-documents.ts'
import { highLimits } from '../support/graphql/schema-documents.ts'

type Cache = ReturnType<typeof documentCache>

/** The cached document of a text. */
function known(cache: Cache, text: string): DocumentNode | undefined {
  const document = cache.parse(text, false)
  return document === cache.parse(text, false) ? document : undefined
}

function come(cache: Cache, text: string): DocumentNode {
  const document = cache.parse(text, false)
  cache.validate(schema, document)
  return document
}

const errorsOf = (cache: Cache, document: DocumentNode) => cache.validate(schema, document)

const executed = (cache: Cache, document: DocumentNode) =>
  cache.planOf(schema, document, getOperationAST(document)!).execute({ variableValues: { sources: {}, coerced: {} } })

/** The longest introspection query that tools send. */
const details = { directiveIsRepeatable: true, inputValueDeprecation: true, oneOf: true, specifiedByUrl: true }
const wholeSchemaQuery = getIntrospectionQuery({ descriptions: true, schemaDescription: true, ...details })

describe('introspection', () => {
  const { errorOf } = documentCache(readConfig({}), [])
  const costOf = (query: string) => measureOperations(schema, parse(query)).values().next().value?.cost
  const valuesIn = (value: unknown): number =>
    typeof value === 'object' && value ? Object.values(value).reduce((sum, each) => sum + valuesIn(each), 1) : 1
  const valuesOf = (query: string) => valuesIn(execute({ schema, document: parse(query) }))

  test('of the whole schema costs about 9,000 points with all options of tools, and less without', () => {
    expect(costOf(wholeSchemaQuery)).toBe(8_998)
    expect(costOf(getIntrospectionQuery({ descriptions: false }))).toBeLessThan(8_998)
    expect(errorOf(schema, wholeSchemaQuery)).toBeUndefined()
  })

  test('of the whole schema twice is rejected', () => {
    const twice = wholeSchemaQuery.replace('types {', 'again: types { ...FullType } types {')
    expect(errorOf(schema, twice)?.extensions).toMatchObject({ cost: { maximum: 10_000 } })
  })

  const types = (selection: string) => (aliases: (field: string) => string) =>
    `{ __schema { types { ${aliases(selection)} } } }`
  test.each([
    ['schemas', (aliases) => `{ ${aliases('__schema { types { description fields { args { name } } } }')} }`],
    ['types', (aliases) => `{ __schema { ${aliases('types { fields { description args { name } } }')} } }`],
    ['fields', types('fields { description }')],
    ['arguments', types('fields { args { defaultValue } }')],
    ['possible types', types('possibleTypes { fields { description } }')],
    ['interfaces', types('interfaces { possibleTypes { name } }')],
    ['fields of the types of fields', types('fields { type { fields { name } } }')],
    ['wrapped types', types('fields { type { ofType { ofType { ofType { fields { name } } } } } }')],
    ['input fields', types('inputFields { type { inputFields { name } } }')],
    ['enum values', types('enumValues { name description }')],
    ['one type', (aliases) => `{ ${aliases('__type(name: "Query") { fields { name args { name } } }')} }`],
    ['one union', (aliases) => `{ ${aliases('__type(name: "Node") { possibleTypes { fields { name } } }')} }`],
    [
      'fragments',
      (aliases) => `{ __schema { types { ...f } } } fragment f on __Type { ${aliases('fields { name }')} }`,
    ],
  ] satisfies [string, (aliases: (field: string) => string) => string][])(
    'of aliased %s that is accepted returns at most twice as many values',
    (_name, document) => {
      const accepted = Array.from({ length: 30 }, (_, last) =>
        document((field) => Array.from({ length: last + 1 }, (_each, index) => `a${index}: ${field}`).join(' ')),
      ).findLast((query) => !errorOf(schema, query))
      expect(accepted ? valuesOf(accepted) : 0).toBeLessThan(2 * valuesOf(wholeSchemaQuery))
    },
  )
})

describe('costly documents', () => {
  const config = readConfig({})
  const { errorOf } = documentCache(config, [])
  test.each(
    [16_000, 250_000].flatMap((size) => costlyDocuments(size).map((text) => [size, text.slice(0, 80), text] as const)),
  )('%i characters: %s', (_size, _start, text) => {
    const error = errorOf(schema, text)
    expect(error?.message).not.toBe('Validation aborted.')
    // The time of everything else is proportional to the tokens and to the fields.
    const document = error ? undefined : parse(text)
    expect(document?.tokenCount ?? 0).toBeLessThanOrEqual(config.graphqlLimits.tokens)
    const measures = document ? [...measureOperations(schema, document).values()] : []
    const fields = measures.reduce((sum, each) => sum + each.fields, 0)
    expect(fields).toBeLessThanOrEqual(config.graphqlLimits.fields)
    expect(document ? overlappingFields(schema, document, fields).toArray() : []).toEqual([])
  })

  test('a field with a selection may be repeated', () => {
    expect(errorOf(schema, `{ ${'viewer { login } '.repeat(480)} }`)).toBeUndefined()
  })

  test('the fields of all operations are counted together', () => {
    const { errorOf } = documentCache({ ...config, graphqlLimits: { ...config.graphqlLimits, fields: 5 } }, [])
    const fragment = 'fragment f on Query { __typename viewer { login } }'
    expect(errorOf(schema, `query A { ...f } ${fragment}`)).toBeUndefined()
    expect(errorOf(schema, `query A { ...f } query B { ...f } ${fragment}`)?.message).toBe(
      'The document has 6 fields in all operations together, with fragments expanded. At most 5 are allowed.',
    )
  })
})

describe('the document cache', () => {
  test('keeps a valid document', () => {
    const cache = documentCache(readConfig({}), [])
    const document = come(cache, '{ case(id: "1") { id } }')
    expect(known(cache, '{ case(id: "1") { id } }')).toBe(document)
  })

  test('keeps no invalid document', () => {
    const cache = documentCache(readConfig({}), [])
    expect(errorsOf(cache, come(cache, '{ nothing }'))).toHaveLength(1)
    expect(known(cache, '{ nothing }')).toBeUndefined()
  })

  test('is bounded', () => {
    const cache = documentCache(readConfig({}), [])
    const texts = Array.from({ length: 500 }, (_, i) => `{ __typename } # ${'x'.repeat(4_000)}${i}`)
    for (const text of texts) come(cache, text)
    const kept = texts.filter((text) => known(cache, text))
    expect([kept.length > 100, kept.length < 400, kept.at(-1)]).toEqual([true, true, texts.at(-1)])
  })

  test('counts the memory of plans', async () => {
    const cache = documentCache({ ...readConfig({}), ...highLimits }, [])
    // Few tokens select the same fields at many places.
    const places = Array.from({ length: 30 }, (_, i) => `a${i}: __schema { ...Root }`).join(' ')
    const fields = ['name', 'kind', 'description', 'fields { name }', 'interfaces { name }'].join(' ')
    const fragment = `fragment Root on __Schema { queryType { ${fields} } mutationType { ${fields} } }`
    const texts = Array.from({ length: 200 }, (_, i) => `query Q${i} { ${places} } ${fragment}`)
    const kept = () => texts.filter((text) => known(cache, text)).length
    const documents = texts.map((text) => come(cache, text))
    expect(kept()).toBe(200)
    for (const document of documents) expect(await executed(cache, document)).not.toHaveProperty('errors')
    expect(kept()).toBeGreaterThan(20)
    expect(kept()).toBeLessThan(150)
  })
})
