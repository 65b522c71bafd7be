import { useState } from 'react'
import { useLocation } from 'wouter'
import { useIdempotent } from '../../../cases/change/use-change'
import { tellingElsewhere } from '../../../ui/display/opened-page'
import { textOf, useProblems } from '../../../ui/form/problems/problem-list'
import { requestProblem, type ShownProblem } from '../../../ui/form/problems/problems'
import type { Configuration } from '../configuration/configuration'
import { graphql } from '../gql'
import type { SaveWebhookEndpointInput } from '../gql/graphql'
import { IssuedSecret } from '../inputs/issued-secret'
import { isSame, labelsOf, type Values, valuesOf } from '../item/inputs'
import { useItemDraft } from '../item/item-draft'
import { ItemForm } from '../item/item-form'
import { addressOf } from '../item/item-kind'
import { conflictMessage, withLabels } from '../item/use-configure'
import { type Endpoint, endpointInputs, endpoints } from './endpoint-kind'

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
        message
        problems {
          message
          path
        }
      }
    }
  }
`)

interface Properties {
  configuration: Configuration
  /** Nothing for a new endpoint. */
  endpoint?: Endpoint
  /** Loads what is stored now. */
  reload?: () => void
}

/** Creates or changes an endpoint. A change affects no cases, so it is saved without a review. */
export function EndpointForm({ configuration, endpoint, reload = () => {} }: Properties) {
  const item = endpoint
    ? { key: { id: endpoint.id }, version: endpoint.version, values: valuesOf(endpointInputs, endpoint) }
    : null
  const draft = useItemDraft('webhookEndpoints', endpointInputs, item)
  const { fetching, send } = useIdempotent(SaveEndpointMutation)
  const [problems, setProblems] = useProblems(draft.seen)
  const [created, setCreated] = useState<{ id: string; secret: string }>()
  const [, navigate] = useLocation()
  const title = endpoint?.url ?? 'New endpoint'

  function open(id: string) {
    navigate(addressOf(endpoints, { id }), { replace: true, state: { saved: endpoint ? 'Saved.' : 'Created.' } })
  }

  async function submit() {
    const tellElsewhere = tellingElsewhere()
    const { values, entered, seen } = draft
    function reject(problems: readonly ShownProblem[]) {
      setProblems(problems)
      tellElsewhere(`${title}: Not saved. ${textOf(problems)}`)
    }
    const changes: SaveWebhookEndpointInput = item ? changesOf(values, item.values) : values
    const { result, error, isConflict } = await send({
      ...changes,
      ...(endpoint && { id: endpoint.id, expectedVersion: seen }),
    })
    if (isConflict) reload()
    if (!result) return reject([isConflict ? { input: '', message: conflictMessage } : requestProblem(error)])
    if ('problems' in result) return reject(withLabels(result.problems, labelsOf(endpointInputs)))
    if (!('endpoint' in result)) return
    setProblems([])
    const { id, version } = result.endpoint
    draft.settle(entered, version)
    if (tellElsewhere(endpoint ? `${title}: Saved.` : 'The endpoint was created. Rotate its secret to see one.')) return
    if (result.secret === null) open(id)
    else setCreated({ id, secret: result.secret })
  }

  return (
    <ItemForm
      inputs={endpointInputs}
      configuration={configuration}
      draft={draft}
      isNew={!endpoint}
      title={title}
      problems={problems}
      isSaving={fetching}
      save={endpoint ? 'Save' : 'Create'}
      onSubmit={submit}
    >
      {created && (
        <IssuedSecret
          secret={created.secret}
          hint="It is shown only once. The receiver verifies the signatures with it."
          onClose={() => open(created.id)}
        />
      )}
    </ItemForm>
  )
}

/** Only what differs: a person who has become inactive does not prevent other changes. Login and address identify the person. */
function changesOf(values: Values, stored: Values): Values {
  const changed = Object.keys(values).filter((name) => !isSame(values[name], stored[name]))
  const sent = changed.includes('login') || changed.includes('email') ? [...changed, 'login', 'email'] : changed
  return Object.fromEntries(sent.map((name) => [name, values[name]]))
}
