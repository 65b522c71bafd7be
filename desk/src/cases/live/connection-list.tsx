import { Button } from '../../ui/elements/button'
import { type ReactNode, useState } from 'react'
import type { AnyVariables, TypedDocumentNode, UseQueryArgs } from 'urql'
import { RequestProblem } from '../../ui/form/problems/problem-list'
import { useReloadOnNews } from './reload-on-news'
import { useLoaded } from './use-loaded'

interface Connection<Node> {
  nodes: readonly Node[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}

interface Properties<Data, Variables, Node> {
  query: TypedDocumentNode<Data, Variables & { after?: string | null }>
  variables: Variables
  /** What makes it outdated, besides what it contains. */
  context?: UseQueryArgs['context']
  connectionOf: (data: Data) => Connection<Node> | null | undefined
  after?: string | null
  /** What belongs into the list, if it is empty. */
  whenEmpty?: string | undefined
  /** Shows a button that loads it again. */
  canReload?: boolean
  children: (nodes: readonly Node[], reload: () => void) => ReactNode
}

/** One page of a list, followed by the next ones. */
export function ConnectionList<Data, Variables extends object, Node>({
  after = null,
  ...properties
}: Properties<Data, Variables, Node>) {
  const {
    query,
    variables,
    context,
    connectionOf,
    whenEmpty = 'Nothing found.',
    canReload = false,
    children,
  } = properties
  const { data, error, state, reload, waiting } = useLoaded<Data, AnyVariables>(
    { query, variables: { ...variables, after }, requestPolicy: 'cache-and-network', ...(context && { context }) },
    { rows: 4 },
  )
  useReloadOnNews(state, reload)
  const [isContinued, setContinued] = useState(false)
  const connection = data && connectionOf(data)
  if (!connection) return waiting
  const { nodes, pageInfo } = connection
  return (
    <>
      {canReload && after === null && (
        <div>
          <Button size="small" loading={state.fetching} onClick={reload}>
            Reload
          </Button>
        </div>
      )}
      {error && <RequestProblem error={error} onRetry={reload} />}
      {nodes.length > 0 || after !== null ? children(nodes, reload) : <p className="empty">{whenEmpty}</p>}
      {pageInfo.hasNextPage && !isContinued && <Button onClick={() => setContinued(true)}>Load more</Button>}
      {pageInfo.hasNextPage && isContinued && <ConnectionList {...properties} after={pageInfo.endCursor ?? null} />}
    </>
  )
}
