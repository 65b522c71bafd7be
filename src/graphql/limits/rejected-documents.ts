import { type DocumentNode, GraphQLError, Kind, type OperationDefinitionNode } from 'graphql'
import { LRUCache } from 'lru-cache'

/** Anyone can send invalid documents, so they have a separate cache and displace no valid one. */
const maximumBytes = 8 * 1024 * 1024
const maximumDocuments = 1_000
const bytesPerDocument = 1_024
const bytesPerOperation = 512

interface RejectedDocument {
  /** The operations without their selections. A request for one of them gets the errors. */
  outline: DocumentNode
  errors: readonly GraphQLError[]
}

/** Remembers the errors of rejected documents, but not the parsed documents, which take far more memory. */
export class RejectedDocuments {
  readonly #errors = new WeakMap<DocumentNode, readonly GraphQLError[]>()
  readonly #documents = new LRUCache<string, RejectedDocument>({
    max: maximumDocuments,
    maxSize: maximumBytes,
    sizeCalculation({ outline, errors }, text) {
      const messages = errors.reduce((length, { message }) => length + message.length, 0)
      return bytesPerDocument + bytesPerOperation * outline.definitions.length + 2 * (text.length + messages)
    },
  })

  /** The outline of a rejected document. */
  get(text: string): DocumentNode | undefined {
    return this.#documents.get(text)?.outline
  }

  /** The errors of a rejected document, by its outline. */
  errorsOf(outline: DocumentNode): readonly GraphQLError[] | undefined {
    return this.#errors.get(outline)
  }

  set(text: string, document: DocumentNode, errors: readonly GraphQLError[]): void {
    const outline = outlineOf(document)
    const kept = errors.map(withoutNodes)
    this.#errors.set(outline, kept)
    this.#documents.set(text, { outline, errors: kept })
  }
}

function outlineOf({ definitions }: DocumentNode): DocumentNode {
  const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
  return { kind: Kind.DOCUMENT, definitions: operations.map(withoutSelections) }
}

function withoutSelections({ operation, name }: OperationDefinitionNode): OperationDefinitionNode {
  return {
    kind: Kind.OPERATION_DEFINITION,
    operation,
    ...(name && { name: { kind: Kind.NAME, value: name.value } }),
    selectionSet: { kind: Kind.SELECTION_SET, selections: [] },
  } as OperationDefinitionNode
}

/** Nodes would keep the whole document. */
function withoutNodes({ message, source, positions, extensions }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { source, positions, extensions })
}
