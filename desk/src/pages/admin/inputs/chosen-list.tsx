import { Button, IconButton } from '../../../ui/elements/button'
import { TextInput } from '../../../ui/elements/inputs'
import { Stack } from '../../../ui/elements/stack'
import { XIcon } from '@primer/octicons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Field } from '../../../ui/form/inputs/field'
import { textOf } from '../../../ui/form/problems/problem-list'
import type { Form, InputProperties } from '../item/inputs'
import type { Option } from './options'

interface Properties extends Omit<InputProperties<never>, 'value' | 'onChange'> {
  /** The label of the input that adds to the list. */
  addLabel: string
  chosen: readonly (Option & { more?: ReactNode })[]
  /** What can be added, or the part of it that matches what is entered. */
  options: readonly Option[]
  /** Keeps what is typed and not added yet. */
  form: Pick<Form, 'typed' | 'type'>
  onAdd: (value: string) => void
  onRemove: (value: string) => void
}

const suggested = 50

/** Chooses several of many options: a list, and an input that adds to it and suggests what matches. */
export function ChosenList(properties: Properties) {
  const { name, label, hint, addLabel, problems, chosen, options, form, onAdd, onRemove } = properties
  const { typed, type } = form
  const entered = typed[name] ?? ''
  const [isUnknown, setUnknown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const own = problems.filter(({ input }) => input === name)
  const offered = options.filter(({ value }) => !chosen.some((each) => each.value === value))
  const text = entered.trim().toLowerCase()
  const matching = offered.filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(text))

  const found = offered.find(({ value, label }) => [value, label].some((each) => each.toLowerCase() === text))
  // The suggestions may arrive later than the text is entered.
  const message = isUnknown && !found ? 'Choose one of the suggestions.' : textOf(own)

  function enter(value: string) {
    type(name, value)
    setUnknown(false)
  }
  function add() {
    if (!found) return setUnknown(true)
    onAdd(found.value)
    enter('')
  }
  // Adds the entered text before the form is saved. The form handles the event after the list has changed, or not at all.
  useEffect(() => {
    const element = input.current?.form
    const submit = (event: SubmitEvent) => {
      if (text === '') return
      flushSync(add)
      if (input.current?.value === '') return
      event.preventDefault()
      event.stopPropagation()
      input.current?.focus()
    }
    element?.addEventListener('submit', submit)
    return () => element?.removeEventListener('submit', submit)
  })
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }

  return (
    <Stack as="fieldset" gap="condensed" className="chosen-list">
      <legend>{label}</legend>
      {hint && <p className="faint">{hint}</p>}
      {chosen.length > 0 && (
        <ul className="rows chosen">
          {chosen.map(({ value, label, more }) => (
            <li key={value}>
              <span>{label}</span>
              {more}
              <IconButton
                icon={XIcon}
                aria-label={`Remove ${label}`}
                onClick={() => {
                  onRemove(value)
                  document.getElementById(name)?.focus()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Stack direction="horizontal" gap="condensed" align="end">
        <div className="add">
          <Field name={name} label={addLabel} problems={message === '' ? [] : [{ input: name, message }]}>
            <TextInput
              ref={input}
              block
              autoComplete="off"
              list={`${name} options`}
              value={entered}
              onChange={({ target }) => enter(target.value)}
              onKeyDown={press}
            />
          </Field>
        </div>
        <Button onClick={add}>Add</Button>
      </Stack>
      <datalist id={`${name} options`}>
        {matching.slice(0, suggested).map(({ value, label }) => (
          <option key={value}>{label}</option>
        ))}
      </datalist>
    </Stack>
  )
}
