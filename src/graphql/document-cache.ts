import type { DocumentNode, GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'

const maximumCharacters = 4 * 1024 * 1024

/**
 * Parses and validates a document once. Yoga's own cache counts documents, and callers choose how long theirs are:
 * this one counts their characters.
 */
export function documentCache(): Plugin {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: maximumCharacters,
    sizeCalculation: (_, text) => text.length + 1,
  })
  const validated = new WeakMap<DocumentNode, readonly GraphQLError[]>()
  return {
    onParse({ params, setParsedDocument }) {
      const text = String(params.source)
      const known = documents.get(text)
      if (known) return setParsedDocument(known)
      return ({ result }) => {
        if (result && !(result instanceof Error)) documents.set(text, result as DocumentNode)
      }
    },
    onValidate({ params: { documentAST }, setResult }) {
      const known = validated.get(documentAST)
      if (known) return setResult(known)
      return ({ result }) => void validated.set(documentAST, result as readonly GraphQLError[])
    },
  }
}
