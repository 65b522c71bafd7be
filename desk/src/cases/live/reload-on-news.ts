import { useEffect, useRef, useState } from 'react'
import type { UseQueryState } from 'urql'
import { useCaseNews } from './case-news'

/** For queries whose answer may be empty, so that urql cannot see that it depends on cases. */
export const dependsOnCases = { additionalTypenames: ['Case'] }

type Load = (options: { requestPolicy: 'network-only' }) => void

/**
 * Loads what a query shows again when a case has changed, or any. urql does so itself after the viewer's own changes: a load that is
 * under way is not aborted, and repeated only if it does not bring the version that was heard of.
 */
export function useReloadOnNews({ fetching, stale }: UseQueryState, load: Load, id?: string, shown = 0): void {
  const [heard, setHeard] = useState({ version: 0 })
  const answered = useRef(heard)
  const isLoading = fetching || stale
  useCaseNews((changed) => {
    const version = changed && id !== undefined ? changed.get(id) : Infinity
    if (version !== undefined) setHeard({ version })
  })
  useEffect(() => {
    if (isLoading || answered.current === heard) return
    answered.current = heard
    if (heard.version > shown) load({ requestPolicy: 'network-only' })
  }, [heard, isLoading, shown, load])
}
