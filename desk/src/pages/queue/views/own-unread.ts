import { useEffect, useEffectEvent, useState } from 'react'
import { useQuery } from 'urql'
import { useReloadOnMarks, whenMarked } from '../../../cases/change/mark-read'
import { graphql } from '../../../gql'
import { ownUnread } from '../../layout/page-title'
import { useCaseEvents } from '../../../cases/live/case-news'
import { dependsOnCases, useReloadOnNews } from '../../../cases/live/reload-on-news'
import { useViewer } from '../../../session/viewer'

const OwnUnreadQuery = graphql(`
  query OwnUnread {
    cases(first: 100, filter: { assignedToMe: true, closed: false, unread: true }) {
      totalCount
      nodes {
        id
      }
    }
  }
`)

const none: ReadonlyMap<string, boolean> = new Map()

/** Counts the viewer's open cases that are unread. What events tell counts too, as a page that is hidden loads nothing. */
export function useCountOwnUnread(): void {
  const { email } = useViewer()
  const [query, load] = useQuery({
    query: OwnUnreadQuery,
    requestPolicy: 'cache-and-network',
    context: dependsOnCases,
  })
  useReloadOnNews(query, load)
  useReloadOnMarks(load)
  const { data } = query
  const [told, setTold] = useState({ since: data, cases: none })
  const heard = told.since === data ? told.cases : none
  const known = new Set(data?.cases?.nodes.map(({ id }) => id))

  function tell(id: string, isUnread: boolean) {
    setTold(({ since, cases }) => ({ since: data, cases: new Map(since === data ? cases : none).set(id, isUnread) }))
  }
  useCaseEvents(({ caseId, case: of }) =>
    tell(caseId, Boolean(of?.unread && !of.caseStatus.closed && of.assignee?.email === email)),
  )
  const mark = useEffectEvent((id: string, isUnread: boolean) => {
    if (known.has(id)) tell(id, isUnread)
  })
  useEffect(() => whenMarked((id, isUnread) => mark(id, isUnread)), [])
  const changes = [...heard].map(([id, isUnread]) => Number(isUnread) - Number(known.has(id)))
  const count = changes.reduce((sum, change) => sum + change, data?.cases?.totalCount ?? 0)
  useEffect(() => ownUnread.set(count), [count])
}
