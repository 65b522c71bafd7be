import { Heading, Link as StyledLink, Stack, Text } from '@primer/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { SignOut } from './session/sign-out'
import { useViewer } from './session/viewer'

interface Properties {
  title: string
  /** The links to the pages. */
  pages?: ReactNode
  children?: ReactNode
}

/** The name of the application, what belongs to the pages, and who is signed in. */
export function PageHeader({ title, pages, children }: Properties) {
  const { firstname, touchpoint } = useViewer()
  return (
    <Stack as="header" direction="horizontal" justify="space-between" align="center" wrap="wrap" paddingBlock="normal">
      <Stack {...(pages ? { as: 'nav', 'aria-label': 'Pages' } : {})} direction="horizontal" align="center">
        <Heading as="h1" variant="small">
          {title}
        </Heading>
        {pages}
      </Stack>
      {children}
      <Stack direction="horizontal" align="center">
        <Text className="faint">{`${firstname}, ${touchpoint.name}`}</Text>
        <SignOut />
      </Stack>
    </Stack>
  )
}

interface LinkProperties {
  to: string
  onClick?: () => void
  children: string
}

export function NavigationLink({ to, onClick, children }: LinkProperties) {
  const [path] = useLocation()
  const isWithin = path.startsWith(`${to}/`)
  return (
    <Link href={to} {...(onClick && { onClick })} asChild>
      <StyledLink aria-current={path === to ? 'page' : isWithin ? 'true' : undefined}>{children}</StyledLink>
    </Link>
  )
}

/** The page at the current path. The focus follows to another page, as it does when a browser loads one. */
export function Main({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current !== path) main.current?.focus()
    shown.current = path
  }, [path])
  return (
    <main ref={main} tabIndex={-1}>
      {children}
    </main>
  )
}
