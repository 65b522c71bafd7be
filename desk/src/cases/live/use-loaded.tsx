import { type ReactNode, useCallback } from 'react'
import { type AnyVariables, useQuery, type UseQueryArgs } from 'urql'
import { Skeleton } from '../../ui/display/skeleton'
import { useWindowEvent } from '../../ui/display/window-event'
import { RequestProblem } from '../../ui/form/problems/problem-list'

/** Loads what a page shows, and loads it again when the window gets the focus. `waiting` stands in its place until there is any. */
export function useLoaded<Data, Variables extends AnyVariables>(
  query: UseQueryArgs<Variables, Data>,
  { rows = 6 } = {},
) {
  const [state, load] = useQuery<Data, Variables>({ requestPolicy: 'network-only', ...query })
  const reload = useCallback(() => load({ requestPolicy: 'network-only' }), [load])
  useWindowEvent('focus', reload)
  const { data, error } = state
  const waiting: ReactNode =
    error && !data ? <RequestProblem error={error} onRetry={reload} /> : <Skeleton rows={rows} />
  return { data, error, state, reload, waiting }
}
