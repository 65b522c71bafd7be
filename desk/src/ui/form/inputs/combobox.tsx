// HTML has no element for an input with choices that also shows numbers: these roles are those of the pattern.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import './combobox.css'
import { TextInput } from '../../elements/inputs'
import { VisuallyHidden } from '../../elements/text'
import { type KeyboardEvent, type Ref, useEffect, useId, useState } from 'react'
import { Field, type FieldProperties } from './field'

export interface Choice {
  /** Differs from that of all other choices. */
  value: string
  text: string
  /** What tells it from others with the same text. */
  detail?: string | undefined
  openCases?: number | undefined
}

export interface ChoiceGroup {
  label: string
  choices: readonly Choice[]
}

export interface ComboboxProperties extends Omit<FieldProperties, 'inline' | 'children'> {
  placeholder?: string | undefined
  /** What the input contains while nothing is being looked for. */
  text: string
  /** The choices for what is typed. */
  groups: readonly ChoiceGroup[]
  isLoading?: boolean
  /** Called when the input gets the focus and with what is typed. Null when that is over. */
  onSearch: (typed: string | null) => void
  onChoose: (choice: Choice) => void
  /** Called with what is typed, if it need not be one of the choices. */
  onType?: (typed: string) => void
  /** Whether the choices are always shown, below the input. */
  isOpen?: boolean
  /** Whether the choices are shown as soon as the input has the focus. */
  opensWithFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** An input that finds choices as one types. Keys only move to a choice: it takes effect with Enter or a click. */
export function Combobox(properties: ComboboxProperties) {
  const {
    text,
    groups,
    isLoading = false,
    onSearch,
    onChoose,
    onType,
    isOpen: isAlwaysOpen = false,
    opensWithFocus = false,
    inputRef,
    ...field
  } = properties
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpened, setOpened] = useState(false)
  const [reached, setReached] = useState<string | null>(null)
  const choices = groups.flatMap((group) => group.choices)
  const isOpen = isAlwaysOpen || isOpened
  const hasList = isOpen && choices.length > 0
  // What is typed leads to the first choice. It stays the one while others arrive.
  const isSought = typed !== null && typed.trim() !== '' && !(onType && typed.includes('@'))
  const first = isSought ? choices[0]?.value : undefined
  const isThere = choices.some(({ value }) => value === reached)
  const current = isOpen ? (isThere ? reached : (first ?? null)) : null
  if (first !== undefined && !isThere && reached !== first) setReached(first)
  const place = choices.findIndex(({ value }) => value === current)
  const optionId = (index: number) => `${id}-${index}`

  useEffect(() => {
    if (place !== -1) document.getElementById(`${id}-${place}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, place])

  function open() {
    setOpened(true)
    onSearch(typed ?? '')
  }
  function close() {
    setOpened(false)
    setReached(null)
    setTyped(null)
    onSearch(null)
  }
  function type(entered: string) {
    setTyped(entered)
    setOpened(true)
    setReached(null)
    onType?.(entered)
    onSearch(entered)
  }
  function choose(choice: Choice) {
    close()
    onChoose(choice)
  }
  function press(event: KeyboardEvent) {
    const { key, nativeEvent } = event
    if (nativeEvent.isComposing) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return open()
      const next = place === -1 && key === 'ArrowUp' ? choices.length - 1 : place + (key === 'ArrowDown' ? 1 : -1)
      setReached(choices[(next + choices.length) % choices.length]?.value ?? null)
    } else if (key === 'Enter' && isOpen) {
      const choice = choices[place]
      // A text that is no choice is submitted with its form.
      if (choice || !onType) event.preventDefault()
      if (choice && !event.repeat) choose(choice)
    } else if (key === 'Escape' && isOpened && !isAlwaysOpen) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return (
    <Field {...field}>
      <div className={isAlwaysOpen ? 'combobox inline' : 'combobox'}>
        <TextInput
          {...(inputRef && { ref: inputRef })}
          block
          role="combobox"
          autoComplete="off"
          dir="auto"
          placeholder={field.placeholder}
          aria-expanded={hasList}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={place === -1 ? undefined : optionId(place)}
          value={onType ? text : (typed ?? text)}
          onFocus={({ currentTarget }) => {
            if (!onType) currentTarget.select()
            if (opensWithFocus) setOpened(true)
            onSearch(typed ?? (onType ? text : ''))
          }}
          onClick={open}
          onBlur={isAlwaysOpen ? undefined : close}
          onKeyDown={press}
          onChange={({ target }) => type(target.value)}
        />
        {hasList && (
          <ChoiceList
            id={id}
            label={field.label}
            groups={groups}
            current={current}
            isLoading={isLoading}
            optionId={optionId}
            onChoose={choose}
          />
        )}
        {isOpen && !hasList && (!onType || isLoading) && (
          <div className="choices faint">{isLoading ? 'Loading …' : 'Nothing found.'}</div>
        )}
        <VisuallyHidden>
          <output>{isOpen && !isLoading && foundText(choices.length)}</output>
        </VisuallyHidden>
      </div>
    </Field>
  )
}

function foundText(count: number): string {
  return count === 1 ? '1 choice' : `${count} choices`
}

interface ListProperties {
  id: string
  label: string
  groups: readonly ChoiceGroup[]
  /** The value of the choice that Enter applies. */
  current: string | null
  /** Whether there may be more. */
  isLoading: boolean
  optionId: (index: number) => string
  onChoose: (choice: Choice) => void
}

/** The choices beside an input, which has the focus and handles the keys. */
export function ChoiceList({ id, label, groups, current, isLoading, optionId, onChoose }: ListProperties) {
  const places = new Map(groups.flatMap(({ choices }) => choices).map(({ value }, index) => [value, index]))
  return (
    // The focus stays in the input.
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      className="choices"
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(
        (group) =>
          group.choices.length > 0 && (
            <div key={group.label} role="group" aria-label={group.label || label}>
              {group.label !== '' && (
                <div className="faint" aria-hidden="true">
                  {group.label}
                </div>
              )}
              {group.choices.map((choice) => (
                <Option
                  key={choice.value}
                  id={optionId(places.get(choice.value) ?? 0)}
                  of={choice}
                  isCurrent={choice.value === current}
                  onChoose={() => onChoose(choice)}
                />
              ))}
            </div>
          ),
      )}
      {isLoading && (
        <div className="faint" aria-hidden="true">
          Loading …
        </div>
      )}
    </div>
  )
}

interface OptionProperties {
  id: string
  of: Choice
  isCurrent: boolean
  onChoose: () => void
}

function Option({ id, of: { text, detail, openCases }, isCurrent, onChoose }: OptionProperties) {
  return (
    // The input has the focus, and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div role="option" id={id} aria-selected={isCurrent} tabIndex={-1} onClick={onChoose}>
      <span className="cut">
        <bdi>{text}</bdi> {detail !== undefined && <bdi className="faint">{detail}</bdi>}
      </span>
      {openCases !== undefined && (
        <span className="faint" title="Open cases">
          {openCases.toLocaleString()}
          <VisuallyHidden>{openCases === 1 ? ' open case' : ' open cases'}</VisuallyHidden>
        </span>
      )}
    </div>
  )
}

/** Those of the choices that contain a text. */
export function choicesWith(choices: readonly Choice[], text: string): Choice[] {
  const sought = text.trim().toLocaleLowerCase()
  return choices.filter(({ text, detail = '' }) => `${text} ${detail}`.toLocaleLowerCase().includes(sought))
}
