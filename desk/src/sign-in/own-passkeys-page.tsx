import { Button, Heading, Spinner, Stack } from '@primer/react'
import { useEffect, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { ProblemList, RequestProblem } from '../form/problem-list'
import { requestProblem, type ShownProblem } from '../form/problems'
import { loadSession } from '../session/session'
import { graphql } from './gql'
import { PasskeyItem } from './passkey-item'
import { passkeyProblem } from './passkey-problem'
import { addPasskey } from './passkeys'
import { NoPasskeys, whyNoPasskeys } from './passkey-support'

const OwnPasskeysQuery = graphql(`
  query OwnPasskeys {
    viewer {
      id
      passkeys {
        id
        name
        touchpoint {
          name
        }
        createdAt
        lastUsedAt
      }
    }
  }
`)

const RenamePasskeyMutation = graphql(`
  mutation RenamePasskey($input: RenamePasskeyInput!) {
    result: renamePasskey(input: $input) {
      ... on RenamePasskeyPayload {
        passkey {
          id
          name
        }
      }
      ... on RenamePasskeyError {
        message
      }
    }
  }
`)

const RemovePasskeyMutation = graphql(`
  mutation RemoveOwnPasskey($input: RemovePasskeyInput!) {
    result: removePasskey(input: $input) {
      ... on RemovePasskeyPayload {
        passkeyId
      }
      ... on RemovePasskeyError {
        message
      }
    }
  }
`)

const maximum = 10

/** How the person signs in: the passkeys, of which more can be added. */
export function OwnPasskeysPage() {
  const [{ data, error }, load] = useQuery({ query: OwnPasskeysQuery, requestPolicy: 'network-only' })
  const [, rename] = useMutation(RenamePasskeyMutation)
  const [, remove] = useMutation(RemovePasskeyMutation)
  const [problems, setProblems] = useState<ShownProblem[]>([])
  const [isBusy, setBusy] = useState(false)
  const url = useDeskUrl()
  if (error && !data) return <RequestProblem error={error} />
  if (!data?.viewer) return <Spinner />
  const { passkeys } = data.viewer

  /** Shows why something failed, and what there is now. */
  function settle(result: { data?: { result: object | null }; error?: Parameters<typeof requestProblem>[0] }) {
    const answer = result.data?.result
    if (!answer) setProblems([requestProblem(result.error)])
    else setProblems('message' in answer ? [{ input: '', message: String(answer.message) }] : [])
    load({ requestPolicy: 'network-only' })
  }
  async function add() {
    setProblems([])
    setBusy(true)
    try {
      await addPasskey()
    } catch (error) {
      setProblems([passkeyProblem(error)])
    } finally {
      setBusy(false)
    }
    load({ requestPolicy: 'network-only' })
  }

  const why = url ? whyNoPasskeys(url) : null
  return (
    <Stack>
      <title>Your sign-in</title>
      <div>
        <Heading as="h2" variant="medium">
          Your sign-in
        </Heading>
        <p className="faint">
          With a passkey, you sign in with the fingerprint, the face or the PIN of a device. Add one for each device
          that you use, so that you can still sign in if you lose one.
        </p>
      </div>
      <ProblemList problems={problems} />
      {passkeys.length > 0 && (
        <ul className="rows">
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              rename={async (name) => settle(await rename({ input: { passkeyId: passkey.id, name } }))}
              remove={async () => settle(await remove({ input: { passkeyId: passkey.id } }))}
            />
          ))}
        </ul>
      )}
      {passkeys.length === 0 && <p>You have no passkey.</p>}
      {url === null && <p className="faint">This service is not set up for passkeys.</p>}
      {why && <NoPasskeys why={why} path="/your-sign-in" />}
      {url && !why && (
        <div>
          <Button variant="primary" loading={isBusy} disabled={passkeys.length >= maximum} onClick={add}>
            Add a passkey
          </Button>
        </div>
      )}
      {passkeys.length >= maximum && (
        <p className="faint">You can have {maximum} passkeys. Remove one to add another.</p>
      )}
    </Stack>
  )
}

/** Where browsers reach the desk. Null if the service has no passkeys, undefined until that is known. */
function useDeskUrl(): string | null | undefined {
  const [url, setUrl] = useState<string | null>()
  useEffect(() => {
    void loadSession().then(
      ({ ways }) => setUrl(ways.find((each) => each.way === 'PASSKEY')?.url ?? null),
      () => setUrl(null),
    )
  }, [])
  return url
}
