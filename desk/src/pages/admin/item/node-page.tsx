import type { ReactNode } from 'react'
import { type Client, useClient } from 'urql'
import { useSearchParams } from 'wouter'
import { useLoaded } from '../../../cases/live/use-loaded'
import { changedBy, WithConfiguration } from '../configuration/configuration'
import { graphql } from '../gql'
import type { ConfiguredNodeQuery as Data } from '../gql/graphql'
import { ConfiguredForm } from './configured-form'
import { type Values, valuesOf } from './inputs'
import { addressOf, type ItemKind } from './item-kind'

const ConfiguredNodeQuery = graphql(`
  query ConfiguredNode($id: ID!) {
    node(id: $id) {
      type: __typename
      ... on OperatorGroup {
        id
        name
        active
        typeCodes
        members {
          email
          firstname
        }
        version
      }
      ... on Person {
        id
        login
        firstname
        email
        active
        blocked
        subject
        typeCodes
        groups {
          name
        }
        invitedUntil
        passkeys {
          id
          name
          touchpoint {
            name
          }
          createdAt
          lastUsedAt
        }
        version
      }
      ... on WebhookEndpoint {
        id
        url
        description
        person {
          login
          email
        }
        touchpoint {
          code
        }
        filter
        state
        waiting
        oldestWaitingAt
        secrets {
          id
          createdAt
          expiresAt
        }
        version
      }
    }
  }
`)

type TypeName = 'OperatorGroup' | 'Person' | 'WebhookEndpoint'

/** What the page of a node shows. */
export type NodeOf<Type extends TypeName> = Extract<Data['node'], { type: Type }>

const changedByErasure = { additionalTypenames: [...changedBy.additionalTypenames, 'ErasePersonPayload'] }

interface Properties<Type extends TypeName> {
  type: Type
  noun: string
  children: (node: NodeOf<Type>, reload: () => void) => ReactNode
}

/** The page of what the ID in the address stands for. */
export function NodePage<Type extends TypeName>({ type, noun, children }: Properties<Type>) {
  const id = useSearchParams()[0].get('id') ?? ''
  const { data, reload, waiting } = useLoaded({
    query: ConfiguredNodeQuery,
    variables: { id },
    context: changedByErasure,
  })
  if (!data) return waiting
  const isSought = data.node?.type === type
  return isSought ? children(data.node as NodeOf<Type>, reload) : <p role="alert">{`There is no such ${noun}.`}</p>
}

/** A kind of items that have IDs. */
export interface NodeKind extends ItemKind {
  /** Finds the ID of a new item by what was entered. */
  find(client: Client, values: Values): Promise<string | undefined>
}

interface FormProperties {
  kind: NodeKind
  /** Nothing if it is new. */
  node?: { id: string; version: number }
  reload?: () => void
}

/** The form of an item that has an ID. */
export function NodeForm({ kind, node, reload = () => {} }: FormProperties) {
  const client = useClient()
  const item = node ? { key: { id: node.id }, version: node.version, values: valuesOf(kind.inputs, node) } : null
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
