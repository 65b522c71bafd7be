import { Button, ConfirmationDialog, Heading, Stack } from '@primer/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { ProblemList } from '../../form/problem-list'
import type { ShownProblem } from '../../form/problems'
import { graphql } from '../gql'
import { path } from './endpoints'
import { useAction } from './use-action'

const RemoveEndpointMutation = graphql(`
  mutation RemoveWebhookEndpoint($input: RemoveWebhookEndpointInput!) {
    result: removeWebhookEndpoint(input: $input) {
      ... on RemoveWebhookEndpointPayload {
        __typename
      }
      ... on RemoveWebhookEndpointError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

export function RemoveEndpoint({ id, url }: { id: string; url: string }) {
  const { fetching, act } = useAction(RemoveEndpointMutation)
  const [problems, setProblems] = useState<ShownProblem[]>([])
  const [isAsking, setAsking] = useState(false)
  const [, navigate] = useLocation()

  async function remove() {
    const { payload, problems } = await act({ id })
    setProblems(problems)
    if (payload) navigate(path, { replace: true })
  }
  return (
    <Stack as="section" gap="condensed" aria-labelledby="remove">
      <Heading as="h3" variant="small" id="remove">
        Remove
      </Heading>
      <ProblemList problems={problems} />
      <div>
        <Button variant="danger" loading={fetching} onClick={() => setAsking(true)}>
          Remove the endpoint
        </Button>
      </div>
      {isAsking && (
        <ConfirmationDialog
          title="Remove the endpoint?"
          confirmButtonContent="Remove"
          confirmButtonType="danger"
          onClose={(gesture) => {
            setAsking(false)
            if (gesture === 'confirm') void remove()
          }}
        >
          {`${url} gets no more events, not even those that wait. Its secrets and deliveries are removed too.`}
        </ConfirmationDialog>
      )}
    </Stack>
  )
}
