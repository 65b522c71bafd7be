import { Button, Heading, Select, Stack, Textarea, TextInput } from '@primer/react'
import { type FormEvent, useState } from 'react'
import { useQuery } from 'urql'
import { useLocation } from 'wouter'
import { caseDataFrom, CaseDataInputs, type EnteredData, inFormWords } from './case-data-inputs'
import { Field } from './field'
import { graphql, unmask } from './gql'
import { nameOptions, Pair, pairKey, pairOptions } from './pairs'
import { ProblemList, useProblems } from './problem-list'
import { useChange } from './use-change'
import { useViewer } from './viewer'

const NewCaseQuery = graphql(`
  query NewCase {
    statuses {
      name
      active
    }
    resolutions {
      name
      active
    }
  }
`)

const CreateCaseMutation = graphql(`
  mutation CreateCase($input: CreateCaseInput!) {
    result: createCase(input: $input) {
      ... on CreateCasePayload {
        case {
          id
          version
        }
      }
      ... on CreateCaseError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

export function CreatePage() {
  const { login, typeCategories } = useViewer()
  const pairs = unmask(Pair, typeCategories)
  const [{ data }] = useQuery({ query: NewCaseQuery })
  const [, navigate] = useLocation()
  const [key, setKey] = useState('')
  const [caseData, setCaseData] = useState<EnteredData>({})
  const [problems, setProblems] = useProblems()
  const { fetching, change } = useChange(CreateCaseMutation)
  const pair = pairs.find((pair) => pairKey(pair) === key)
  const fields = pair?.fields ?? []

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const textOf = (name: string) => String(values.get(name) ?? '').trim() || undefined
    const text = textOf('comment')
    const { saved, problems } = await change({
      typeCode: pair?.caseTypeCode,
      categoryCode: pair?.caseCategoryCode,
      status: textOf('status'),
      resolution: textOf('resolution'),
      partyEmail: textOf('partyEmail'),
      caseData: caseDataFrom(fields, caseData),
      comments: text === undefined ? [] : [{ text }],
    })
    setProblems(inFormWords(problems, fields))
    if (saved) navigate(`/cases/${saved.id}`)
  }

  const inputs = ['typeCode', 'status', 'resolution', 'partyEmail', ...fields.map(({ name }) => `caseData.${name}`)]
  return (
    <Stack as="form" onSubmit={submit} noValidate className="new-case" aria-labelledby="create">
      <title>New case</title>
      <Heading as="h2" variant="medium" id="create">
        New case
      </Heading>
      <ProblemList problems={problems} inputs={inputs} />
      <Field name="typeCode" label="Type" hint={pair?.defaultAnswer ?? undefined} problems={problems}>
        <Select block value={key} onChange={({ target }) => setKey(target.value)}>
          <Select.Option value="">Choose</Select.Option>
          {pairOptions(pairs)}
        </Select>
      </Field>
      <CaseDataInputs
        fields={fields}
        values={caseData}
        problems={problems}
        onChange={(name, value) => setCaseData({ ...caseData, [name]: value })}
      />
      {login === 'OPERATOR' && (
        <>
          <Field name="partyEmail" label="Customer's email address" problems={problems}>
            <TextInput block type="email" name="partyEmail" autoComplete="off" />
          </Field>
          <Field name="status" label="Status" problems={problems}>
            <Select block name="status">
              <Select.Option value="">Default</Select.Option>
              {nameOptions(activeNames(data?.statuses ?? []))}
            </Select>
          </Field>
          <Field name="resolution" label="Resolution" problems={problems}>
            <Select block name="resolution">
              <Select.Option value="">Default</Select.Option>
              {nameOptions(activeNames(data?.resolutions ?? []))}
            </Select>
          </Field>
        </>
      )}
      <Field label="First comment">
        <Textarea block name="comment" rows={4} maxLength={10_000} />
      </Field>
      <Button type="submit" variant="primary" loading={fetching}>
        Create
      </Button>
    </Stack>
  )
}

function activeNames(values: readonly { name: string; active: boolean }[]): string[] {
  return values.filter(({ active }) => active).map(({ name }) => name)
}
