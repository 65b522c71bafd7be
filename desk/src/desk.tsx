import { useEffect, useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { Link, Route, Switch, useLocation } from 'wouter'
import { CaseSearch } from './pages/queue/search/case-search'
import { RequestProblem } from './ui/form/problems/problem-list'
import { FollowCases } from './cases/live/case-news'
import { Main, NavigationLink, NoSuchPage, Shell } from './pages/layout/layout'
import { CaseListsProvider, useCaseLists } from './pages/queue/list/case-lists'
import { QueuePage } from './pages/queue/queue-page'
import { TakeNext } from './pages/queue/take-next'
import { PaletteKey } from './pages/queue/search/palette-key'
import { useCountOwnUnread } from './pages/queue/views/own-unread'
import { ViewLinks } from './pages/queue/views/view-links'
import { pathOf } from './pages/queue/views/views'
import { useNotifications } from './pages/settings/notifications'
import { Shortcuts, useShortcut } from './pages/layout/shortcuts'
import { later } from './ui/display/later'
import { draftNames, outgoing } from './ui/form/drafts/drafts'
import { Skeleton } from './ui/display/skeleton'
import { SignOut } from './session/sign-out'
import { ViewerContext } from './session/viewer'
import { ViewerQuery } from './session/viewer-query'

/** The code of a case's pages is loaded after this time, or as soon as the person does something. The list of cases comes first. */
const preloadMs = 5_000
const CasePage = later(async () => (await import('./pages/case/case-page')).CasePage)
const CreatePage = later(async () => (await import('./pages/case/new/create-page')).CreatePage)
// Operators do not load them.
const CustomerView = later(async () => (await import('./pages/customer/customer-view')).CustomerView)
const Administration = later(async () => (await import('./pages/admin/administration')).Administration)

/** Only if a page was left before its messages were sent. */
const Outbox = later(async () => (await import('./cases/change/outbox')).Outbox, { rows: 0 })
const SettingsPage = later(async () => (await import('./pages/settings/settings-page')).SettingsPage)

/** The pages of a signed-in person, each with its URL. */
export function Desk({ session }: { session: string }) {
  const [{ data, error }] = useQuery({ query: ViewerQuery })
  const viewer = useMemo(
    () => (data?.viewer && data.statuses ? { ...data.viewer, statuses: data.statuses } : null),
    [data],
  )
  if (error && !viewer) return <RequestProblem error={error} />
  if (viewer?.login === 'CONSUMER') return <NothingForConsumers />
  if (!viewer || !data?.caseEvents) return <Skeleton rows={8} />
  return (
    <ViewerContext value={viewer}>
      {viewer.login === 'ADMIN' ? (
        <Administration />
      ) : (
        <FollowCases session={session} cursor={data.caseEvents.endCursor}>
          {viewer.login === 'OPERATOR' ? (
            <CaseListsProvider>
              <Cases />
            </CaseListsProvider>
          ) : (
            <CustomerView />
          )}
        </FollowCases>
      )}
    </ViewerContext>
  )
}

function NothingForConsumers() {
  return (
    <main>
      <p>You are signed in as a consumer, who can look up type categories over the API. There is nothing to do here.</p>
      <SignOut />
    </main>
  )
}

function Cases() {
  const [, navigate] = useLocation()
  const lists = useCaseLists()
  const [isUnsent] = useState(() => draftNames(outgoing).length > 0)
  useEffect(() => {
    const preload = () => void Promise.all([CasePage.preload(), CreatePage.preload()])
    const timer = setTimeout(preload, preloadMs)
    const ending = new AbortController()
    for (const begun of ['pointermove', 'pointerdown', 'keydown']) {
      window.addEventListener(begun, preload, { once: true, passive: true, signal: ending.signal })
    }
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [])
  useCountOwnUnread()
  useNotifications()
  useShortcut('g i', () => {
    navigate(pathOf({ search: lists.last()?.search ?? '' }))
  })
  return (
    <Shell
      title="Casegate"
      pages={
        <>
          <ViewLinks />
          <div className="rail-end">
            <NavigationLink to="/your-settings">Your settings</NavigationLink>
            <Shortcuts />
            <PaletteKey />
          </div>
        </>
      }
    >
      {isUnsent && <Outbox />}
      <section className="row bar" aria-label="Search and actions">
        <CaseSearch />
        <Link href="/cases/new" className="new-case-link">
          New<span className="rest"> case</span>
        </Link>
        <TakeNext />
      </section>
      <Main>
        <Switch>
          <Route path="/">
            <QueuePage />
          </Route>
          <Route path="/cases/new" component={CreatePage} />
          <Route path="/cases/:id">{({ id }) => <CasePage key={id} id={id} />}</Route>
          {/* Customers and admins have the second path. */}
          {['/your-settings', '/your-sign-in'].map((path) => (
            <Route key={path} path={path} component={SettingsPage} />
          ))}
          <Route>
            <NoSuchPage start="Go to the queue" />
          </Route>
        </Switch>
      </Main>
    </Shell>
  )
}
