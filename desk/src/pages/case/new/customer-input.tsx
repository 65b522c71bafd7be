import { useState } from 'react'
import { useQuery } from 'urql'
import { type Choice, choicesWith, Combobox } from '../../../ui/form/inputs/combobox'
import type { ShownProblem } from '../../../ui/form/problems/problems'
import { useSettled } from '../../../ui/form/inputs/settled'
import { graphql } from '../../../gql'

const CustomersQuery = graphql(`
  query Customers($search: String!) {
    customers(search: $search) {
      firstname
      email
    }
  }
`)

/** The service looks for no shorter texts. */
const minimumLength = 3

interface Properties {
  /** The address. */
  value: string
  /** Called with what is typed, and with the address of the customer who was chosen. */
  onChange: (email: string) => void
  problems: readonly ShownProblem[]
}

/** The address of a customer, who is found by name or address as one types. */
export function CustomerInput({ value, onChange, problems }: Properties) {
  const [search, setSearch] = useState<string | null>(null)
  const [chosen, setChosen] = useState<Choice>()
  const entered = (search ?? '').trim()
  const settled = useSettled(entered)
  const isPaused = settled.length < minimumLength
  const [{ data, fetching }] = useQuery({
    query: CustomersQuery,
    variables: { search: settled },
    pause: isPaused,
  })
  const customers = (isPaused ? [] : (data?.customers ?? [])).flatMap(({ firstname, email }) =>
    email === null ? [] : [{ value: email, text: firstname, detail: email }],
  )
  return (
    <Combobox
      name="partyEmail"
      label="Customer"
      hint={
        chosen?.value === value
          ? chosen.text
          : 'The name or the email address. Who is not known yet is registered with the case.'
      }
      problems={problems}
      text={value}
      groups={[{ label: 'Customers', choices: choicesWith(customers, entered) }]}
      isLoading={entered.length >= minimumLength && (fetching || settled !== entered)}
      onSearch={setSearch}
      onType={onChange}
      onChoose={(customer) => {
        setChosen(customer)
        onChange(customer.value)
      }}
    />
  )
}
