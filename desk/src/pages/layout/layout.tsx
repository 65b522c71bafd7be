import { ThreeBarsIcon } from '@primer/octicons-react'
import { IconButton } from '../../ui/elements/button'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { Avatar } from '../../ui/display/avatar'
import { SignOut } from '../../session/sign-out'
import { useViewer } from '../../session/viewer'

interface Properties {
  /** The name of this part of the application. */
  title: string
  /** The links to the pages. */
  pages: ReactNode
  children: ReactNode
}

/** The rail with the links to the pages and who is signed in, and the page beside it. */
export function Shell({ title, pages, children }: Properties) {
  const { firstname, touchpoint } = useViewer()
  const [address] = useLocation()
  const search = useSearch()
  const [openAt, setOpenAt] = useState('')
  // A link in it leads to another page, which the menu no longer covers.
  const here = `${address}?${search}`
  const isOpen = openAt === here
  return (
    <>
      <SkipLink to="main">Skip to the page</SkipLink>
      <div className="shell">
        <header className="rail">
          <div className="brand">
            <IconButton
              size="medium"
              className="menu"
              icon={ThreeBarsIcon}
              aria-label="Menu"
              aria-expanded={isOpen}
              aria-controls="pages"
              onClick={() => setOpenAt(isOpen ? '' : here)}
            />
            <Mark />
            <h1 className="heading">{title}</h1>
          </div>
          <nav id="pages" aria-label="Pages" className={isOpen ? 'open' : ''}>
            {pages}
          </nav>
          <div className="me">
            <Avatar name={firstname} />
            <div>
              <bdi>{firstname}</bdi>
              <div className="cut faint" title={touchpoint.name}>
                {touchpoint.name}
              </div>
            </div>
            <SignOut />
          </div>
        </header>
        <div className="beside">{children}</div>
      </div>
    </>
  )
}

/** The icon of the product, which is also that of the tab. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d="M3 6.5 10 3l7 3.5v7L10 17l-7-3.5zM10 10v7M3 6.5 10 10l7-3.5" />
    </svg>
  )
}

/** A link that keyboards reach first. It moves the focus past what comes before an element. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  function skip(event: MouseEvent) {
    event.preventDefault()
    document.getElementById(to)?.focus()
  }
  return (
    <a className="skip" href={`#${to}`} onClick={skip}>
      {children}
    </a>
  )
}

interface LinkProperties {
  to: string
  /** Whether the link leads to the current page, if its path does not tell. */
  isCurrent?: boolean
  onClick?: () => void
  children: ReactNode
}

export function NavigationLink({ to, isCurrent, onClick, children }: LinkProperties) {
  const [path] = useLocation()
  const isWithin = path.startsWith(`${to}/`)
  return (
    <Link
      href={to}
      {...(onClick && { onClick })}
      aria-current={(isCurrent ?? path === to) ? 'page' : isWithin ? 'true' : undefined}
    >
      {children}
    </Link>
  )
}

/** Shown for a path that leads nowhere. */
export function NoSuchPage({ start }: { start: string }) {
  return (
    <p>
      There is no such page. <Link href="/">{start}</Link>
    </p>
  )
}

/** The page at the current path. The focus follows to another page, as it does when a browser loads one. */
export function Main({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    // A page may have moved the focus itself.
    const isWithin = main.current?.contains(document.activeElement)
    if (shown.current !== path && !isWithin) main.current?.focus({ preventScroll: true })
    shown.current = path
  }, [path])
  return (
    <main ref={main} id="main" tabIndex={-1}>
      {children}
    </main>
  )
}
