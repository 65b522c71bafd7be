import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from '@primer/octicons-react'
import { Button, IconButton } from '../../../ui/elements/button'
import { Stack } from '../../../ui/elements/stack'
import type { ReactNode } from 'react'
import type { InputProperties } from '../item/inputs'
import { FieldGroup } from './fields'

interface Properties<Entry> extends Omit<InputProperties<never>, 'value' | 'onChange'> {
  noun: string
  entries: readonly Entry[]
  /** Names an entry for screen readers. */
  nameOf: (entry: Entry, index: number) => string
  newEntry: Entry
  onChange: (entries: Entry[]) => void
  children: (entry: Entry, index: number, replace: (entry: Entry) => void) => ReactNode
}

/** A list of which entries can be added, moved and removed. */
export function OrderedList<Entry>(properties: Properties<Entry>) {
  const { name, label, hint, noun, problems, entries, nameOf, newEntry, onChange, children } = properties
  const own = problems.filter(({ input }) => input === name)

  function move(index: number, by: 1 | -1) {
    const next = [...entries]
    const [moved] = next.splice(index, 1)
    next.splice(index + by, 0, moved!)
    onChange(next)
    // The focus stays on the entry. At the end of the list, its button is disabled.
    const target = index + by
    const isAtEnd = target === (by === 1 ? entries.length - 1 : 0)
    focusLater(`${name}.${target}.${(by === 1) === isAtEnd ? 'up' : 'down'}`)
  }
  function remove(index: number) {
    onChange(entries.filter((_, each) => each !== index))
    focusLater(`${name}.add`)
  }
  function add() {
    onChange([...entries, newEntry])
    focusLater(`${name}.${entries.length}`)
  }

  return (
    <Stack as={FieldGroup} gap="condensed" className="ordered" name={name} label={label} hint={hint} problems={own}>
      {entries.map((entry, index) => (
        // An entry has no identity but its place.
        <fieldset key={index} id={`${name}.${index}`} tabIndex={-1} aria-label={nameOf(entry, index)}>
          <div className="entry">
            {children(entry, index, (next) => onChange(entries.map((each, at) => (at === index ? next : each))))}
          </div>
          <div className="entry-actions">
            <IconButton
              id={`${name}.${index}.up`}
              icon={ArrowUpIcon}
              disabled={index === 0}
              aria-label={`Move ${nameOf(entry, index)} up`}
              onClick={() => move(index, -1)}
            />
            <IconButton
              id={`${name}.${index}.down`}
              icon={ArrowDownIcon}
              disabled={index === entries.length - 1}
              aria-label={`Move ${nameOf(entry, index)} down`}
              onClick={() => move(index, 1)}
            />
            <IconButton icon={TrashIcon} aria-label={`Remove ${nameOf(entry, index)}`} onClick={() => remove(index)} />
          </div>
        </fieldset>
      ))}
      <div>
        <Button size="small" id={`${name}.add`} onClick={add}>
          {`Add a ${noun}`}
        </Button>
      </div>
    </Stack>
  )
}

/** After the list is shown with the change. */
function focusLater(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
