import { Times } from '../../../ui/display/instant'
import { ConnectionList } from '../../../cases/live/connection-list'
import { graphql } from '../gql'
import { addressOf } from '../item/item-kind'
import { ListPage, Rows } from '../item/list-page'
import { stateNames } from '../configuration/words'
import { endpoints } from './endpoint-kind'

const EndpointsQuery = graphql(`
  query WebhookEndpoints($after: String) {
    webhookEndpoints(first: 50, after: $after) {
      nodes {
        id
        url
        description
        state
        waiting
        oldestWaitingAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export function EndpointsPage() {
  return (
    <ListPage of={endpoints}>
      <ConnectionList
        query={EndpointsQuery}
        variables={{}}
        connectionOf={({ webhookEndpoints }) => webhookEndpoints}
        whenEmpty="An endpoint is the address of a system of yours, such as a CRM, that is told when a case changes."
      >
        {(nodes) => (
          <Rows
            rows={nodes.map((endpoint) => ({
              title: endpoint.url,
              to: addressOf(endpoints, { id: endpoint.id }),
              description: (
                <>
                  {endpoint.description && `${endpoint.description} · `}
                  <Waiting of={endpoint} />
                </>
              ),
              badges: [stateNames[endpoint.state]],
            }))}
          />
        )}
      </ConnectionList>
    </ListPage>
  )
}

/** How many events wait. The service counts up to 10,000. */
export function Waiting({
  of: { waiting, oldestWaitingAt },
}: {
  of: { waiting: number; oldestWaitingAt: string | null }
}) {
  const count = waiting >= 10_000 ? '10,000 or more events wait' : `${waiting.toLocaleString()} events wait`
  return (
    <>
      {waiting === 1 ? '1 event waits' : count}
      {oldestWaitingAt && ', '}
      <Times of={{ 'the oldest of': oldestWaitingAt }} />
    </>
  )
}
