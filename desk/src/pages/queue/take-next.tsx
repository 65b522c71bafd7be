import { Button } from '../../ui/elements/button'
import { useCallback, useEffect, useState } from 'react'
import { useClient } from 'urql'
import { useLocation } from 'wouter'
import { type NamedCase, titleOf } from '../../cases/labels/case-title'
import { textOf } from '../../ui/form/problems/problem-list'
import { useChange } from '../../cases/change/use-change'
import { useSingle } from '../../ui/form/inputs/submit'
import { graphql } from '../../gql'
import { useCaseNews } from '../../cases/live/case-news'
import { Key, useShortcut } from '../layout/shortcuts'
import { tellingElsewhere } from '../../ui/display/opened-page'
import { toast } from '../../ui/display/toasts'

const TakeNextMutation = graphql(`
  mutation TakeNext($input: TakeNextCaseInput!) {
    result: takeNextCase(input: $input) {
      ... on TakeNextCasePayload {
        case {
          id
          version
          ...TitledCase
        }
      }
      ... on TakeNextCaseError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

/** A function that takes the next case of the caller's groups and opens it. It says if none waits. */
export function useTakeNext() {
  const [, navigate] = useLocation()
  const { fetching, change } = useChange(TakeNextMutation)
  const takeNext = useSingle(async () => {
    const tellElsewhere = tellingElsewhere()
    const { saved, problems } = await change({})
    if (!saved) toast(saved === null ? noneWaits : textOf(problems))
    else if (!tellElsewhere(`Case ${saved.id} is assigned to you now.`)) navigate(`/cases/${saved.id}`)
  })
  return { fetching, takeNext }
}

const noneWaits = 'No case of your groups waits for an answer.'

/** Takes the case that comes next, and says which one that is. */
export function TakeNext() {
  const { fetching, takeNext } = useTakeNext()
  const [path] = useLocation()
  const next = useNextCase(path === '/')
  useShortcut('t', () => void takeNext())
  return (
    <>
      <Button
        variant="primary"
        // The second click of a double click takes no other case.
        onClick={({ detail }) => (detail > 1 ? undefined : void takeNext())}
        loading={fetching}
        trailingVisual={<Key name="t" />}
        aria-describedby="next-case"
      >
        Take next
      </Button>
      <span id="next-case" className="next-case cut faint">
        {next === undefined ? '' : next === null ? noneWaits : <bdi>{`Next: ${titleOf(next)}`}</bdi>}
      </span>
    </>
  )
}

/** The case that would be taken now. Null if none waits. Undefined if it is not known. */
function useNextCase(isAsked: boolean): NamedCase | null | undefined {
  const client = useClient()
  const [next, setNext] = useState<NamedCase | null>()
  const look = useCallback(async () => {
    // After each mutation, urql loads the cases of the page again, so that only the queue asks.
    if (!isAsked) return
    const { data } = await client.mutation(TakeNextMutation, { input: { dryRun: true } })
    setNext(data?.result && 'case' in data.result ? data.result.case : undefined)
  }, [client, isAsked])
  useEffect(() => {
    const timer = setTimeout(look)
    return () => clearTimeout(timer)
  }, [look])
  useCaseNews(look)
  return isAsked ? next : undefined
}
