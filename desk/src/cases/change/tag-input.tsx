import { useState } from 'react'
import { useQuery } from 'urql'
import { choicesWith, Combobox, type ComboboxProperties } from '../../ui/form/inputs/combobox'
import { graphql } from '../../gql'

const TagsQuery = graphql(`
  query Tags {
    tags {
      code
      label
      active
    }
  }
`)

/** All tags. They are loaded when they are first needed. */
export function useTags(isNeeded = true) {
  const [{ data, fetching }] = useQuery({ query: TagsQuery, pause: !isNeeded })
  return { tags: data?.tags ?? [], isLoading: isNeeded && fetching }
}

interface Properties extends Omit<ComboboxProperties, 'text' | 'groups' | 'onSearch' | 'onChoose'> {
  /** The text of the input while there is no search. */
  text?: string
  /** The codes that are not offered. */
  without?: readonly string[]
  /** Whether inactive tags are offered too. */
  withInactive?: boolean
  /** The label of a further choice, with an empty code. */
  none?: string
  onChoose: (tag: { code: string; label: string }) => void
  /** Called when the input is left, or something was chosen. */
  onLeave?: () => void
}

/** Finds a tag by what is typed. */
export function TagInput({ text = '', without = [], withInactive, none, onChoose, onLeave, ...field }: Properties) {
  const [search, setSearch] = useState<string | null>(null)
  const { tags, isLoading } = useTags(search !== null)
  const offered = tags.filter(({ code, active }) => (active || withInactive) && !without.includes(code))
  const choices = offered.map(({ code, label }) => ({
    value: code,
    text: label,
    ...(code !== label && { detail: code }),
  }))
  const all = none === undefined ? choices : [{ value: '', text: none }, ...choices]
  return (
    <Combobox
      {...field}
      text={text}
      groups={[{ label: '', choices: choicesWith(all, search ?? '') }]}
      isLoading={isLoading}
      onSearch={(typed) => {
        setSearch(typed)
        if (typed === null) onLeave?.()
      }}
      onChoose={({ value: code, text: label }) => onChoose({ code, label })}
    />
  )
}
