import { Button } from '../../elements/button'
import { Select } from '../../elements/inputs'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Field, type FieldProperties } from './field'

interface Properties extends Omit<FieldProperties, 'inline' | 'children'> {
  value: string
  /** Called with a value that was clicked, or applied with Enter or the button. */
  onChoose: (value: string) => void
  /** The options. */
  children: ReactNode
}

/** A select whose choice takes effect at once. Keys only move to an option: it takes effect with Enter or the button. */
export function ChoiceField({ value, onChoose, children, ...field }: Properties) {
  const [picked, setPicked] = useState<string | null>(null)
  const isByKey = useRef(false)

  function choose(next: string) {
    setPicked(null)
    if (next !== value) onChoose(next)
  }
  function press(event: KeyboardEvent) {
    isByKey.current = event.key !== 'Enter'
    if (picked === null || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Enter') choose(picked)
    else setPicked(null)
  }
  return (
    <div className="choice">
      <Field {...field}>
        <Select
          block
          size="small"
          value={picked ?? value}
          onKeyDown={press}
          onPointerDown={() => (isByKey.current = false)}
          onBlur={() => (isByKey.current = false)}
          onChange={({ target }) => {
            if (isByKey.current && target.value !== value) setPicked(target.value)
            else choose(target.value)
          }}
        >
          {children}
        </Select>
      </Field>
      {picked !== null && (
        <Button size="small" variant="primary" aria-label={`Apply: ${field.label}`} onClick={() => choose(picked)}>
          Apply
        </Button>
      )}
    </div>
  )
}
