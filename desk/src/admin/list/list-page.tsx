import { Heading, Label, Link as StyledLink, LinkButton, Stack, TextInput } from '@primer/react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { Field } from '../../form/field'

export interface Row {
  title: string
  to: string
  /** Small, below the title. */
  description?: ReactNode
  labels?: readonly (string | false)[]
}

interface Properties {
  title: string
  /** What the items are for. */
  hint: string
  noun: string
  path: string
  children: ReactNode
}

/** A heading with the button that creates an item, and a list. */
export function ListPage({ title, hint, noun, path, children }: Properties) {
  return (
    <Stack>
      <title>{title}</title>
      <Stack direction="horizontal" justify="space-between" align="start" gap="condensed">
        <div>
          <Heading as="h2" variant="medium">
            {title}
          </Heading>
          <p className="faint">{hint}</p>
        </div>
        <Link href={`${path}/new`} asChild>
          <LinkButton variant="primary">{`New ${noun}`}</LinkButton>
        </Link>
      </Stack>
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
      {rows.map(({ title, to, description, labels = [] }) => (
        <li key={to}>
          <Stack direction="horizontal" justify="space-between" align="center" wrap="wrap" gap="condensed">
            <Link href={to} asChild>
              <StyledLink>{title}</StyledLink>
            </Link>
            <Stack direction="horizontal" align="center" gap="condensed" wrap="wrap">
              {labels.map((label) => label && <Label key={label}>{label}</Label>)}
            </Stack>
          </Stack>
          {description && <div className="faint">{description}</div>}
        </li>
      ))}
    </ul>
  )
}
