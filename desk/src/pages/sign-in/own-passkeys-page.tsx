import { Button } from '../../ui/elements/button'
import { Stack } from '../../ui/elements/stack'
import { useState } from 'react'
import { useAction } from '../../cases/change/use-action'
import { PageHead } from '../../ui/display/page-head'
import { Panel } from '../../ui/form/panel'
import { ProblemList } from '../../ui/form/problems/problem-list'
import type { ShownProblem } from '../../ui/form/problems/problems'
import { useLoaded } from '../../cases/live/use-loaded'
import { useCurrentSession } from '../../session/current-session'
import { graphql } from './gql'
import { PasskeyItem, RemovePasskeyMutation } from './passkey-item'
import { passkeyProblem } from './problems'
import { addPasskey } from './passkeys'
import { NoPasskeys, whyNoPasskeys } from './passkey-support'

const OwnPasskeysQuery = graphql(`
  query OwnPasskeys {
    viewer {
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

const maximum = 10
const none: readonly ShownProblem[] = []

const hint =
  'With a passkey, you sign in with the fingerprint, the face or the PIN of a device. Add one for each device that you use, so that you can still sign in if you lose one.'

/** The page about how the person signs in. */
export function OwnPasskeysPage() {
  return (
    <Stack>
      <PageHead title="Your sign-in" hint={hint} />
      <Passkeys />
    </Stack>
  )
}

/** The same as a part of a page. */
export function OwnPasskeysPanel() {
  return (
    <Panel title="Your sign-in" hint={hint}>
      <Passkeys />
    </Panel>
  )
}

/** The passkeys, of which more can be added. */
function Passkeys() {
  const { data, reload, waiting } = useLoaded({ query: OwnPasskeysQuery })
  const renaming = useAction(RenamePasskeyMutation, { isRetried: true })
  const removal = useAction(RemovePasskeyMutation, { isRetried: true })
  const [problems, setProblems] = useState<readonly ShownProblem[]>([])
  const [isBusy, setBusy] = useState(false)
  const session = useCurrentSession()
  if (!data?.viewer) return waiting
  const { passkeys } = data.viewer
  const shown = [problems, renaming.problems, removal.problems].find(({ length }) => length > 0)

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
    reload()
  }
  async function rename(passkeyId: string, name: string) {
    await renaming.act({ passkeyId, name })
    reload()
  }
  async function remove(passkeyId: string) {
    await removal.act({ passkeyId })
    reload()
  }

  const ways = session.state === 'signed-in' ? session.ways : []
  const url = ways.find((each) => each.way === 'PASSKEY')?.url
  const why = url === undefined ? null : whyNoPasskeys(url)
  return (
    <>
      <ProblemList problems={shown ?? none} />
      {passkeys.length > 0 && (
        <ul className="rows">
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              rename={(name) => rename(passkey.id, name)}
              remove={() => remove(passkey.id)}
            />
          ))}
        </ul>
      )}
      {passkeys.length === 0 && <p>You have no passkey.</p>}
      {url === undefined && <p className="faint">This service is not set up for passkeys.</p>}
      {why && <NoPasskeys why={why} path="/your-sign-in" />}
      {url !== undefined && !why && (
        <div>
          <Button variant="primary" loading={isBusy} disabled={passkeys.length >= maximum} onClick={add}>
            Add a passkey
          </Button>
        </div>
      )}
      {passkeys.length >= maximum && (
        <p className="faint">You can have {maximum} passkeys. Remove one to add another.</p>
      )}
    </>
  )
}
