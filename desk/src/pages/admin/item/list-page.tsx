import { LinkButton } from '../../../ui/elements/button'
import { TextInput } from '../../../ui/elements/inputs'
import { Stack } from '../../../ui/elements/stack'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { Line, PageHead } from '../../../ui/display/page-head'
import { Field } from '../../../ui/form/inputs/field'

interface Row {
  title: string
  to: string
  /** Small, below the title. */
  description?: ReactNode
  badges?: readonly (string | false)[]
}

interface Properties {
  of: { title: string; hint: string; noun: string; path: string }
  children: ReactNode
}

/** A heading with the button that creates an item, and a list. */
export function ListPage({ of: { title, hint, noun, path }, children }: Properties) {
  return (
    <Stack>
      <PageHead title={title} hint={hint}>
        <Link href={`${path}/new`} asChild>
          <LinkButton variant="primary">{`New ${noun}`}</LinkButton>
        </Link>
      </PageHead>
      {children}
    </Stack>
  )
}

const shownAtOnce = 100

/** All items of a kind, with a search if there are many. */
export function FilteredRows({ rows, examples }: { rows: readonly Row[]; examples: string }) {
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(/\s+/)
  const found = rows.filter(({ title, description }) => {
    const text = `${title} ${typeof description === 'string' ? description : ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return (
    <>
      {rows.length > 10 && (
        <Field label="Find" isLabelHidden>
          <TextInput
            block
            type="search"
            placeholder="Find"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </Field>
      )}
      <Rows rows={found.slice(0, shownAtOnce)} whenEmpty={rows.length === 0 ? examples : undefined} />
      {found.length > shownAtOnce && (
        <p className="faint">{`Showing the first ${shownAtOnce} of ${found.length.toLocaleString()}. Search to find the others.`}</p>
      )}
    </>
  )
}

interface RowsProperties {
  rows: readonly Row[]
  whenEmpty?: string | undefined
}

export function Rows({ rows, whenEmpty = 'Nothing found.' }: RowsProperties) {
  if (rows.length === 0) return <p className="empty">{whenEmpty}</p>
  return (
    <ul className="rows">
      {rows.map(({ title, to, description, badges = [] }) => (
        <li key={to}>
          <Line>
            <Link href={to}>{title}</Link>
            <Stack direction="horizontal" align="center" gap="condensed" wrap="wrap">
              {badges.map(
                (badge) =>
                  badge && (
                    <span key={badge} className="label">
                      {badge}
                    </span>
                  ),
              )}
            </Stack>
          </Line>
          {description && <div className="faint">{description}</div>}
        </li>
      ))}
    </ul>
  )
}
