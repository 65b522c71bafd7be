import { Button, Spinner } from '@primer/react'
import { type ReactNode, useState } from 'react'
import { type AnyVariables, type TypedDocumentNode, useQuery } from 'urql'
import { RequestProblem } from '../../form/problem-list'
import { changedBy } from '../configuration'

interface Connection<Node> {
  nodes: readonly Node[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}

interface Properties<Data, Variables, Node> {
  query: TypedDocumentNode<Data, Variables & { after?: string | null }>
  variables: Variables
  connectionOf: (data: Data) => Connection<Node> | null | undefined
  after?: string | null
  /** What belongs into the list, if it is empty without a filter. */
  whenEmpty?: string | undefined
  children: (nodes: readonly Node[]) => ReactNode
}

/** One page of a list, followed by the next ones. */
export function ConnectionList<Data, Variables extends object, Node>({
  after = null,
  ...properties
}: Properties<Data, Variables, Node>) {
  const { query, variables, connectionOf, whenEmpty = 'Nothing found.', children } = properties
  const [{ data, error, fetching }] = useQuery<Data, AnyVariables>({
    query,
    variables: { ...variables, after },
    requestPolicy: 'cache-and-network',
    context: changedBy,
  })
  const [isContinued, setContinued] = useState(false)
  if (error) return <RequestProblem error={error} />
  const connection = data && connectionOf(data)
  if (!connection) return fetching ? <Spinner /> : null
  const { nodes, pageInfo } = connection
  return (
    <>
      {nodes.length > 0 || after !== null ? children(nodes) : <p className="empty">{whenEmpty}</p>}
      {pageInfo.hasNextPage && !isContinued && <Button onClick={() => setContinued(true)}>Load more</Button>}
      {pageInfo.hasNextPage && isContinued && <ConnectionList {...properties} after={pageInfo.endCursor ?? null} />}
    </>
  )
}
