import { useEffect } from 'react'
import { useClient } from 'urql'
import { store } from '../../../ui/display/store'
import { atIntervals, isAway } from '../../../cases/live/away'
import { graphql } from '../../../gql'
import type { PresencesQuery as Presences } from '../../../gql/graphql'

const PresencesQuery = graphql(`
  query Presences($ids: [ID!]!) {
    cases(first: 100, filter: { id: $ids }) {
      nodes {
        id
        presence {
          person {
            firstname
          }
          writes
        }
      }
    }
  }
`)

type Present = NonNullable<Presences['cases']>['nodes'][number]['presence']

/** Those who look at the cases of the rows in view, by the IDs of the cases. */
const present = store<ReadonlyMap<string, Present>>(new Map())

const intervalMs = 10_000

/** The other operators who look at a case in the list, or write in it. Undefined if there are none. */
export function usePresent(id: string): Present | undefined {
  return present.use((all) => all.get(id))
}

/** Asks at intervals who looks at the cases in view, and not while nobody looks at the page. */
export function useAskWhoIsPresent(isLoaded: boolean): void {
  const client = useClient()
  useEffect(() => {
    if (!isLoaded) return
    let last = -Infinity

    async function ask() {
      const ids = idsInView()
      if (isAway()) return present.set(new Map())
      if (ids.length === 0 || performance.now() - last < intervalMs / 2) return
      last = performance.now()
      const { data } = await client.query(PresencesQuery, { ids }, { requestPolicy: 'network-only' })
      const found = (data?.cases?.nodes ?? []).filter(({ presence }) => presence.length > 0)
      const before = present.get()
      present.set(new Map(found.map(({ id, presence }) => [id, sameOr(before.get(id), presence)])))
    }
    void ask()
    const end = atIntervals(intervalMs, () => void ask())
    return () => {
      end()
      present.set(new Map())
    }
  }, [client, isLoaded])
}

/** Rows whose value is the same are not shown again. */
function sameOr(before: Present | undefined, now: Present): Present {
  return before && JSON.stringify(before) === JSON.stringify(now) ? before : now
}

function idsInView(): string[] {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-case-row]')]
  const shown = rows.filter((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > 0 && top < window.innerHeight
  })
  return shown.slice(0, 100).map(({ dataset }) => dataset['caseRow'] ?? '')
}
