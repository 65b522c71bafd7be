import { Button, Heading, Label, Spinner, Stack } from '@primer/react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { RequestProblem } from '../../form/problem-list'
import { graphql } from '../gql'
import { Instant } from '../../display/instant'
import { useRevokeSessions } from './revoke-sessions'

const OwnSessionsQuery = graphql(`
  query OwnSessions {
    viewer {
      id
      sessions(first: 100) {
        nodes {
          id
          touchpoint {
            name
          }
          createdAt
          lastUsedAt
          expiresAt
          current
        }
      }
    }
  }
`)

/** The sessions of the admin, each of which can be revoked. */
export function OwnSessionsPage() {
  const [{ data, error }, load] = useQuery({ query: OwnSessionsQuery, requestPolicy: 'network-only' })
  const { fetching, revoke } = useRevokeSessions()
  const [note, setNote] = useState('')
  if (error && !data) return <RequestProblem error={error} />
  if (!data?.viewer) return <Spinner />
  const { nodes } = data.viewer.sessions

  async function end(input: Parameters<typeof revoke>[0]) {
    setNote(await revoke(input))
    load({ requestPolicy: 'network-only' })
  }
  return (
    <Stack>
      <title>Your sessions</title>
      <Stack direction="horizontal" justify="space-between" align="start" gap="condensed" wrap="wrap">
        <div>
          <Heading as="h2" variant="medium">
            Your sessions
          </Heading>
          <p className="faint">Where you are signed in.</p>
        </div>
        <Button variant="danger" loading={fetching} onClick={() => end({ exceptCurrent: true })}>
          Revoke all others
        </Button>
      </Stack>
      <output>{note}</output>
      <ul className="rows">
        {nodes.map(({ id, touchpoint, createdAt, lastUsedAt, expiresAt, current }) => (
          <li key={id}>
            <Stack direction="horizontal" justify="space-between" align="center" gap="condensed">
              <div>
                {touchpoint.name} {current && <Label>This session</Label>}
                <div className="faint">
                  created <Instant at={createdAt} />
                  {lastUsedAt && (
                    <>
                      {' · last used '}
                      <Instant at={lastUsedAt} />
                    </>
                  )}
                  {expiresAt && (
                    <>
                      {' · ends '}
                      <Instant at={expiresAt} />
                    </>
                  )}
                </div>
              </div>
              {!current && (
                <Button size="small" onClick={() => end({ sessionId: id })}>
                  Revoke
                </Button>
              )}
            </Stack>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
