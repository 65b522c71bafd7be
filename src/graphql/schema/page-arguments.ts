import {
  type DocumentNode,
  type FieldNode,
  getArgumentValues,
  type GraphQLField,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
  TypeInfo,
  type VariableValues,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { RequestError } from '../../errors/request-error.ts'
import { checkPageArguments, type IsKey } from './connection.ts'

interface PageField {
  node: FieldNode
  definition: GraphQLField<unknown, unknown>
}

/** The error of a mutation whose result selects a page that cannot be returned: after the write, it would hide the result. */
export function pageError(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation }: OperationDefinitionNode,
  variableValues: VariableValues,
): GraphQLError | undefined {
  if (operation !== OperationTypeNode.MUTATION) return undefined
  for (const { node, definition } of pagesOf(schema, document)) {
    try {
      checkPageArguments(getArgumentValues(definition, node, variableValues), definition.extensions['isKey'] as IsKey)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return new GraphQLError(error.message, { nodes: [node], originalError: error })
    }
  }
  return undefined
}

const pagesByDocument = new WeakMap<DocumentNode, PageField[]>()

function pagesOf(schema: GraphQLSchema, document: DocumentNode): PageField[] {
  const known = pagesByDocument.get(document)
  if (known) return known
  const pages: PageField[] = []
  const types = new TypeInfo(schema)
  const collect = (node: FieldNode) => {
    const definition = types.getFieldDef()
    if (definition?.extensions['isKey'] !== undefined) pages.push({ node, definition })
  }
  visit(document, visitWithTypeInfo(types, { Field: collect }))
  pagesByDocument.set(document, pages)
  return pages
}
