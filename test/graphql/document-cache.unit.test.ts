import { type DocumentNode, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { documentCache } from '../../src/graphql/document-cache.ts'
import { schema } from '../../src/schema.ts'

/** Returns the cached document of a source text, called like Yoga calls the plugin. */
function known(cache: ReturnType<typeof documentCache>, source: string): DocumentNode | undefined {
  let document: DocumentNode | undefined
  const parsed = (given: unknown) => void (document = given as DocumentNode)
  cache.onParse?.({ params: { source }, setParsedDocument: parsed, setParseFn() {} } as never)
  return document
}

function come(cache: ReturnType<typeof documentCache>, source: string): DocumentNode {
  const documentAST = parse(source)
  cache.onValidate?.({ params: { schema, documentAST }, setResult() {}, extendContext() {} } as never)
  return documentAST
}

describe('the document cache', () => {
  test('keeps a valid document', () => {
    const cache = documentCache(readConfig({}), [])
    const document = come(cache, '{ case(id: "1") { id } }')
    expect(known(cache, '{ case(id: "1") { id } }')).toBe(document)
  })

  test.each(['{ nothing }', '{ case { id } }'])('does not keep %s, which is invalid', (source) => {
    const cache = documentCache(readConfig({}), [])
    come(cache, source)
    expect(known(cache, source)).toBeUndefined()
  })

  test('is bounded', () => {
    const cache = documentCache(readConfig({}), [])
    const texts = Array.from({ length: 500 }, (_, i) => `{ __typename } # ${'x'.repeat(4_000)}${i}`)
    for (const text of texts) come(cache, text)
    const kept = texts.filter((text) => known(cache, text))
    expect([kept.length > 100, kept.length < 400, kept.at(-1)]).toEqual([true, true, texts.at(-1)])
  })
})
