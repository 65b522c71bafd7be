import type { Configuration } from '../configuration/configuration'
import {
  type FieldProperties,
  FormInputs,
  initialValues,
  type Input,
  type Inputs,
  problemsOf,
  sentOf,
  type Values,
  valuesOf,
} from '../item/inputs'
import { type SettableBy, settableByNames } from '../configuration/words'
import { ChosenList } from './chosen-list'
import { CheckField, CheckListField, LongTextField, SelectField, TextField } from './fields'
import { namedOptions, type Option, optionsOf } from './options'
import { OrderedList } from './ordered-list'

/** The properties that an input can have besides those of its kind. */
type More<Value, Stored> = Partial<Omit<Input<Value, Stored>, 'label' | 'Field' | 'entries'>>

type OptionsFrom = (configuration: Configuration, values: Values) => readonly Option[]

export function text<Stored>(label: string, more: More<string, Stored> = {}): Input<string, Stored> {
  return { label, initial: '', Field: TextField, ...more }
}

/** The code or the name that identifies an item. */
export function key(label: string, hint: string): Input<string> {
  return text(label, { hint, isKey: true })
}

export function email<Stored>(label: string, more: More<string, Stored> = {}): Input<string, Stored> {
  return { ...text(label, more), Field: (properties) => <TextField {...properties} type="email" /> }
}

/** A text that is null if nothing is entered. */
export function optionalText<Stored>(label: string, more: More<string, Stored> = {}): Input<string, Stored> {
  return text(label, { send: (value) => value || null, ...more })
}

export function longText<Stored>(label: string, more: More<string, Stored> = {}): Input<string, Stored> {
  return { ...optionalText(label, more), Field: LongTextField }
}

/** A number, or null. It is a text while it is entered. */
export function number(label: string, more: More<string, unknown> = {}): Input<string> {
  return {
    ...text(label, more),
    read: (stored, name) => String((stored as Record<string, number | null>)[name] ?? ''),
    send: (value) => (value.trim() === '' ? null : Number(value)),
    check: (value, input) => (Number.isFinite(Number(value)) ? [] : [{ input, message: `${label} must be a number.` }]),
  }
}

export function check<Stored>(label: string, more: More<boolean, Stored> = {}): Input<boolean, Stored> {
  return { label, initial: false, Field: CheckField, ...more }
}

/** Whether an item is in use. */
export function active(hint?: string): Input<boolean> {
  return check('Active', { ...(hint && { hint }), initial: true, badge: (value) => !value && 'Inactive' })
}

/** One of a few values that have names. */
export function choice<Value extends string>(
  label: string,
  names: Record<Value, string>,
  initial: NoInfer<Value>,
  more: More<NoInfer<Value>, unknown> = {},
): Input<Value> {
  const options = optionsOf(names)
  const Field: Input<Value>['Field'] = ({ onChange, ...properties }) => (
    <SelectField {...properties} options={options} onChange={(value) => onChange(value as Value)} />
  )
  return { label, initial, Field, ...more }
}

/** Whether new cases get it. */
export const defaultCheck = check('Default', {
  hint: 'New cases get it. It replaces the current default.',
  badge: (value) => value && 'Default',
})

/** Whether customers can set a value too. */
export function settableBy(hint?: string): Input<SettableBy> {
  return choice('Can be set by', settableByNames, 'ALL', {
    ...(hint && { hint }),
    badge: (value) => value === 'OPERATORS' && settableByNames.OPERATORS,
  })
}

/** One of the options. `none` stands for no choice. */
export function select<Stored>(
  label: string,
  none: string,
  options: OptionsFrom,
  more: More<string, Stored> = {},
): Input<string, Stored> {
  return {
    ...text(label, more),
    Field: ({ form, ...properties }) => (
      <SelectField
        {...properties}
        options={[{ value: '', label: none }, ...options(form.configuration, form.values)]}
      />
    ),
  }
}

/** One of the options, or null. */
export function optionalSelect<Stored>(
  label: string,
  none: string,
  options: OptionsFrom,
  more: More<string, Stored> = {},
): Input<string, Stored> {
  return select(label, none, options, { send: (value) => value || null, ...more })
}

/** Several of a few options. */
export function checkList<Value extends string>(
  label: string,
  options: OptionsFrom,
  more: More<readonly Value[], unknown> = {},
): Input<readonly Value[]> {
  return {
    label,
    initial: [],
    Field: ({ form, onChange, ...properties }) => (
      <CheckListField
        {...properties}
        options={options(form.configuration, form.values)}
        onChange={(chosen) => onChange(chosen as Value[])}
      />
    ),
    ...more,
  }
}

/** Several of many options, which are looked up. `useOptions` is called with what is typed. */
export function chosenList<Stored>(
  label: string,
  addLabel: string,
  useOptions: (typed: string) => readonly Option[],
  more: More<readonly string[], Stored> = {},
): Input<readonly string[], Stored> {
  function ChosenField({ value, onChange, ...field }: FieldProperties<readonly string[]>) {
    return (
      <ChosenList
        {...field}
        addLabel={addLabel}
        chosen={namedOptions(value)}
        options={useOptions(field.form.typed[field.name] ?? '')}
        onAdd={(added) => onChange([...value, added])}
        onRemove={(removed) => onChange(value.filter((each) => each !== removed))}
      />
    )
  }
  return { label, initial: [], Field: ChosenField, ...more }
}

/** A list of entries in an order, each with the same inputs. */
export function list(label: string, noun: string, entries: Inputs, more: More<readonly object[], unknown> = {}) {
  const nameOf = ({ label, name, value }: Record<string, string>, index: number) =>
    label || name || value || `${noun} ${index + 1}`
  const input: Input<readonly object[]> = {
    label,
    initial: [],
    entries,
    read: (stored, name) => (stored as Record<string, object[]>)[name]!.map((each) => valuesOf(entries, each)),
    send: (value) => (value as Values[]).map((each) => sentOf(entries, each)),
    check: (value, path) =>
      (value as Values[]).flatMap((each, index) => problemsOf(entries, each, `${path}.${index}.`)),
    Field: ({ value, form, ...properties }) => (
      <OrderedList
        {...properties}
        noun={noun}
        entries={value as Values[]}
        nameOf={(entry, index) => nameOf(entry as Record<string, string>, index)}
        newEntry={initialValues(entries)}
      >
        {(entry, index, replace) => (
          <FormInputs
            of={entries}
            path={`${properties.name}.${index}.`}
            form={{ ...form, values: entry, change: (changed) => replace({ ...entry, ...changed }) }}
          />
        )}
      </OrderedList>
    ),
  }
  return { ...input, ...more }
}
