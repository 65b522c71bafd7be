import './customer.css'
import { Outbox } from '../../cases/change/outbox'
import { Link, Route, Switch } from 'wouter'
import { Main, Mark, NoSuchPage, SkipLink } from '../layout/layout'
import { SignOut } from '../../session/sign-out'
import { useViewer } from '../../session/viewer'
import { OwnPasskeys } from '../sign-in/own-passkeys'
import { OwnCasePage } from './own-case-page'
import { OwnCasesPage } from './own-cases-page'
import { NewRequestPage } from './new-request-page'

/** The pages of a customer, each with its URL: those of the operators have the same. */
export function CustomerView() {
  const { firstname } = useViewer()
  return (
    <div className="customer">
      <Outbox />
      <SkipLink to="main">Skip to the page</SkipLink>
      <header>
        <Link href="/" className="brand">
          <Mark />
          <h1 className="heading">Casegate</h1>
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
          <Route path="/your-sign-in" component={OwnPasskeys} />
          <Route>
            <NoSuchPage start="Go to your requests" />
          </Route>
        </Switch>
      </Main>
    </div>
  )
}
