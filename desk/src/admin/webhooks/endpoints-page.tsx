import { graphql } from '../gql'
import { Instant } from '../../display/instant'
import { addressOf } from '../item/item-kind'
import { ConnectionList } from '../list/connection-list'
import { ListPage, Rows } from '../list/list-page'
import { path, stateNames } from './endpoints'

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
    <ListPage title="Webhooks" hint="Endpoints that get the changes of cases." noun="endpoint" path={path}>
      <ConnectionList
        query={EndpointsQuery}
        variables={{}}
        connectionOf={({ webhookEndpoints }) => webhookEndpoints}
        whenEmpty="An endpoint is the address of a system of yours, such as a CRM, that is told when a case changes."
      >
        {(nodes) => (
          <Rows
            rows={nodes.map(({ id, url, description, state, waiting, oldestWaitingAt }) => ({
              title: url,
              to: addressOf(path, { id }),
              description: (
                <>
                  {[description, waitingText(waiting)].filter(Boolean).join(' · ')}
                  {oldestWaitingAt && (
                    <>
                      , the oldest of <Instant at={oldestWaitingAt} />
                    </>
                  )}
                </>
              ),
              labels: [stateNames[state]],
            }))}
          />
        )}
      </ConnectionList>
    </ListPage>
  )
}

/** The service counts up to 10,000. */
export function waitingText(waiting: number): string {
  if (waiting >= 10_000) return '10,000 or more events wait'
  return waiting === 1 ? '1 event waits' : `${waiting.toLocaleString()} events wait`
}
