import type { ReactNode } from 'react'
import { type AnyVariables, type Client, type TypedDocumentNode, useClient, type UseQueryArgs } from 'urql'
import { useSearchParams } from 'wouter'
import { useLoaded } from '../../live/use-loaded'
import { changedBy, WithConfiguration } from '../configuration'
import { ConfiguredForm } from './configured-form'
import { type Values, valuesOf } from './inputs'
import { addressOf, type ItemKind } from './item-kind'

interface Properties<Data, Node> {
  query: TypedDocumentNode<Data, { id: string }>
  /** What makes it outdated, besides what it contains. */
  context?: UseQueryArgs['context']
  noun: string
  nodeOf: (data: Data) => Node | null
  children: (node: Node, reload: () => void) => ReactNode
}

/** The page of what the ID in the address stands for. */
export function NodePage<Data, Node extends { id: string }>(properties: Properties<Data, Node>) {
  const { query, context = changedBy, noun, nodeOf, children } = properties
  const id = useSearchParams()[0].get('id') ?? ''
  const { data, reload, waiting } = useLoaded<Data, AnyVariables>({ query, variables: { id }, context })
  if (!data) return waiting
  const node = nodeOf(data)
  return node ? children(node, reload) : <p role="alert">{`There is no such ${noun}.`}</p>
}

/** A kind of items that have IDs. */
export interface NodeKind extends ItemKind {
  /** Finds the ID of a new item by what was entered. */
  find(client: Client, values: Values): Promise<string | undefined>
}

interface FormProperties {
  kind: NodeKind
  /** Nothing if it is new. */
  node?: { id: string; version: number | null }
  reload?: () => void
}

/** The form of an item that has an ID. */
export function NodeForm({ kind, node, reload = () => {} }: FormProperties) {
  const client = useClient()
  const item = node ? { key: { id: node.id }, version: node.version ?? 0, values: valuesOf(kind.inputs, node) } : null
  async function addressAfter(values: Values) {
    const id = node?.id ?? (await kind.find(client, values))
    return id === undefined ? kind.path : addressOf(kind, { id })
  }
  return (
    <WithConfiguration>
      {(configuration) => (
        <ConfiguredForm
          key={node?.id}
          kind={kind}
          item={item}
          configuration={configuration}
          reload={reload}
          addressOf={addressAfter}
        />
      )}
    </WithConfiguration>
  )
}
