import { Button } from '../../../ui/elements/button'
import { Stack } from '../../../ui/elements/stack'
import { Times } from '../../../ui/display/instant'
import { Line, PageHead } from '../../../ui/display/page-head'
import { ProblemList } from '../../../ui/form/problems/problem-list'
import { useLoaded } from '../../../cases/live/use-loaded'
import { graphql } from '../gql'
import type { RevokeSessionsInput } from '../gql/graphql'
import { useRevokeSessions } from './revoke-sessions'

const OwnSessionsQuery = graphql(`
  query OwnSessions {
    viewer {
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
  const { data, reload, waiting } = useLoaded({ query: OwnSessionsQuery })
  const { fetching, problems, note, revoke } = useRevokeSessions()
  if (!data?.viewer) return waiting
  const { nodes } = data.viewer.sessions

  async function revokeAndReload(input: RevokeSessionsInput) {
    await revoke(input)
    reload()
  }
  return (
    <Stack>
      <PageHead title="Your sessions" hint="Where you are signed in.">
        <Button variant="danger" loading={fetching} onClick={() => revokeAndReload({ exceptCurrent: true })}>
          Revoke all others
        </Button>
      </PageHead>
      <ProblemList problems={problems} />
      <output>{note}</output>
      <ul className="rows">
        {nodes.map(({ id, touchpoint, createdAt, lastUsedAt, expiresAt, current }) => (
          <li key={id}>
            <Line>
              <div>
                {touchpoint.name} {current && <span className="label">This session</span>}
                <div className="faint">
                  <Times of={{ created: createdAt, 'last used': lastUsedAt, ends: expiresAt }} />
                </div>
              </div>
              {!current && (
                <Button size="small" onClick={() => revokeAndReload({ sessionId: id })}>
                  Revoke
                </Button>
              )}
            </Line>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
