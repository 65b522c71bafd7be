import {
  type DocumentNode,
  type FieldNode,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  type GraphQLField,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { RequestError } from '../errors.ts'
import { checkPageArguments, type IsKey } from './connection.ts'

/** A field of a document that returns a page of a list. */
interface PageField {
  node: FieldNode
  definition: GraphQLField<unknown, unknown>
}

/** Rejects a mutation whose result selects a page that cannot be returned: after the write, the error would hide the result. */
export function checkPagesOfMutations(): Plugin {
  return {
    onExecute({ args: { schema, document, operationName, variableValues }, setResultAndStopExecution }) {
      const operation = getOperationAST(document, operationName)
      if (operation?.operation !== OperationTypeNode.MUTATION) return
      const pages = pagesOf(schema, document)
      if (pages.length === 0) return
      const variables = getVariableValues(schema, operation.variableDefinitions ?? [], { ...variableValues })
      // The executor reports invalid variables.
      if (!variables.variableValues) return
      for (const { node, definition } of pages) {
        try {
          checkPageArguments(
            getArgumentValues(definition, node, variables.variableValues),
            definition.extensions['isKey'] as IsKey,
          )
        } catch (error) {
          if (!(error instanceof RequestError)) throw error
          const located = new GraphQLError(error.message, { nodes: [node], originalError: error })
          return setResultAndStopExecution({ errors: [located] })
        }
      }
    },
  }
}

const pagesByDocument = new WeakMap<DocumentNode, PageField[]>()

/** The fields are found once for each document. */
function pagesOf(schema: GraphQLSchema, document: DocumentNode): PageField[] {
  let pages = pagesByDocument.get(document)
  if (!pages) pagesByDocument.set(document, (pages = findPages(schema, document)))
  return pages
}

function findPages(schema: GraphQLSchema, document: DocumentNode): PageField[] {
  const pages: PageField[] = []
  const types = new TypeInfo(schema)
  const collect = {
    Field(node: FieldNode) {
      const definition = types.getFieldDef()
      if (definition?.extensions['isKey'] !== undefined) pages.push({ node, definition })
    },
  }
  visit(document, visitWithTypeInfo(types, collect))
  return pages
}
