import { Button, Heading, Stack } from '@primer/react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { ProblemList, useProblems } from '../../form/problem-list'
import { requestProblem } from '../../form/problems'
import { useIdempotent } from '../../change/use-idempotent'
import { graphql } from '../gql'
import type { SaveWebhookEndpointInput } from '../gql/graphql'
import { ChangedMeanwhile } from '../item/changed-meanwhile'
import { useItemDraft } from '../item/item-draft'
import { addressOf, type Item } from '../item/item-kind'
import { isSame } from '../item/is-same'
import { conflictMessage, inFormWords } from '../item/use-configure'
import { IssuedSecret } from '../touchpoints/issued-secret'
import { EndpointInputs } from './endpoint-inputs'
import { emptyEndpoint, type EndpointValues, labels, path } from './endpoints'

export const SaveEndpointMutation = graphql(`
  mutation SaveWebhookEndpoint($input: SaveWebhookEndpointInput!) {
    result: saveWebhookEndpoint(input: $input) {
      ... on SaveWebhookEndpointPayload {
        endpoint {
          id
          version
        }
        secret
      }
      ... on SaveWebhookEndpointError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

interface Properties {
  /** Null for a new endpoint. */
  item: Item<EndpointValues> | null
  /** Loads what is stored now. */
  reload: () => void
}

export function NewEndpointPage() {
  return <EndpointForm item={null} reload={() => {}} />
}

/** Creates or changes an endpoint. A change affects no cases, so it is saved without a review. */
export function EndpointForm({ item, reload }: Properties) {
  const draft = useItemDraft({ part: 'webhookEndpoints' }, item, emptyEndpoint)
  const { fetching, send } = useIdempotent(SaveEndpointMutation)
  const [problems, setProblems] = useProblems(draft.seen)
  const [created, setCreated] = useState<{ id: string; secret: string }>()
  const [, navigate] = useLocation()
  const before: { saved?: string } | null = useHistoryState()
  const title = item ? item.values.url : 'New endpoint'

  function leave(id: string, saved: string) {
    draft.discard()
    navigate(addressOf(path, { id }), { replace: true, state: { saved } })
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { result, error, isConflict } = await send(inputOf(draft.values, item, draft.seen))
    if (isConflict) reload()
    if (!result) return setProblems([isConflict ? { input: '', message: conflictMessage } : requestProblem(error)])
    if ('problems' in result) {
      return setProblems(
        result.problems.map(({ message, path }) => ({
          input: path.join('.'),
          message: inFormWords(message, path, labels),
        })),
      )
    }
    if (!('endpoint' in result)) return
    setProblems([])
    const { endpoint, secret } = result
    if (secret === null) leave(endpoint.id, 'Saved.')
    else setCreated({ id: endpoint.id, secret })
  }

  return (
    <Stack as="form" onSubmit={submit} noValidate className="item" aria-labelledby="item">
      <title>{title}</title>
      <Heading as="h2" variant="medium" id="item" tabIndex={-1}>
        {title}
      </Heading>
      <ChangedMeanwhile
        isOutdated={draft.isOutdated && item !== null}
        changes={draft.changedMeanwhile}
        labels={labels}
        isEntered={draft.isEntered}
        onSeen={() => {
          draft.see()
          // The button that had the focus is gone.
          document.getElementById('item')?.focus({ preventScroll: true })
        }}
      />
      <ProblemList problems={problems} inputs={Object.keys(labels)} />
      <output>{draft.hasDraft ? '' : before?.saved}</output>
      <EndpointInputs values={draft.values} problems={problems} change={draft.change} />
      <Stack direction="horizontal" gap="condensed">
        <Button type="submit" variant="primary" loading={fetching}>
          {item ? 'Save' : 'Create'}
        </Button>
        {draft.hasDraft && (
          <Button variant="invisible" onClick={draft.discard}>
            {item ? 'Discard changes' : 'Discard'}
          </Button>
        )}
      </Stack>
      {created && (
        <IssuedSecret
          secret={created.secret}
          hint="It is shown only once. The receiver verifies the signatures with it."
          onClose={() => leave(created.id, 'Created.')}
        />
      )}
    </Stack>
  )
}

/** Only what differs: a person who has become inactive does not prevent other changes. */
function inputOf(values: EndpointValues, item: Item<EndpointValues> | null, seen: number): SaveWebhookEndpointInput {
  if (!item) return values
  const { url, description, login, email, touchpointCode, filter, enabled } = item.values
  const isSamePerson = values.login === login && values.email === email
  return {
    id: item.key['id'],
    expectedVersion: seen,
    ...(values.url !== url && { url: values.url }),
    ...(values.description !== description && { description: values.description }),
    ...(!isSamePerson && { login: values.login, email: values.email }),
    ...(values.touchpointCode !== touchpointCode && { touchpointCode: values.touchpointCode }),
    ...(!isSame(values.filter, filter) && { filter: values.filter }),
    ...(values.enabled !== enabled && { enabled: values.enabled }),
  }
}
