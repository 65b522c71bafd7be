import { type DocumentNode, GraphQLError, Kind, type OperationDefinitionNode } from 'graphql'
import { LRUCache } from 'lru-cache'

/** Anyone can send invalid documents, so they have a separate cache and displace no valid one. */
const maximumBytes = 8 * 1024 * 1024
const maximumDocuments = 1_000
const bytesPerDocument = 1_024
const bytesPerOperation = 512

/** Remembers rejected documents by their text. It keeps their outlines only: parsed documents take far more memory. */
export class RejectedDocuments {
  readonly #outlines = new LRUCache<string, DocumentNode>({ max: maximumDocuments, maxSize: maximumBytes })

  /** The outline of a rejected document. */
  get(text: string): DocumentNode | undefined {
    return this.#outlines.get(text)
  }

  /** Returns the outline of the document, and its errors without their nodes, which would keep the whole document. */
  set(text: string, document: DocumentNode, sent: readonly GraphQLError[]) {
    const outline = outlineOf(document)
    const errors = sent.map(
      ({ message, source, positions, extensions }) => new GraphQLError(message, { source, positions, extensions }),
    )
    const messages = errors.reduce((length, { message }) => length + message.length, 0)
    const size = bytesPerDocument + bytesPerOperation * outline.definitions.length + 2 * (text.length + messages)
    this.#outlines.set(text, outline, { size })
    return { outline, errors }
  }
}

/** The operations without their selections. A request for one of them gets the errors. */
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
