import './customer.css'
import { Heading } from '@primer/react'
import { lazy, Suspense } from 'react'
import { Link, Route, Switch } from 'wouter'
import { Main, Mark, SkipLink } from '../layout'
import { SignOut } from '../session/sign-out'
import { useViewer } from '../session/viewer'
import { Skeleton } from '../skeleton'
import { OwnCasePage } from './own-case-page'
import { OwnCasesPage } from './own-cases-page'
import { NewRequestPage } from './new-request-page'

const OwnPasskeysPage = lazy(async () => ({ default: (await import('../sign-in/own-passkeys-page')).OwnPasskeysPage }))

/** The pages of a customer, each with its URL: those of the operators have the same. */
export function CustomerView() {
  const { firstname } = useViewer()
  return (
    <div className="customer">
      <SkipLink to="main">Skip to the page</SkipLink>
      <header>
        <Link href="/" className="brand">
          <Mark />
          <Heading as="h1">Casegate</Heading>
        </Link>
        <div className="me">
          <Link href="/your-sign-in">
            <bdi>{firstname}</bdi>
          </Link>
          <SignOut />
        </div>
      </header>
      <Main>
        <Switch>
          <Route path="/" component={OwnCasesPage} />
          <Route path="/cases/new" component={NewRequestPage} />
          <Route path="/cases/:id">{({ id }) => <OwnCasePage key={id} id={id} />}</Route>
          <Route path="/your-sign-in">
            <Suspense fallback={<Skeleton rows={4} />}>
              <OwnPasskeysPage />
            </Suspense>
          </Route>
          <Route>
            <p>There is no such page.</p>
          </Route>
        </Switch>
      </Main>
    </div>
  )
}
