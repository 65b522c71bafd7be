import { Button, Heading, Select, Stack } from '@primer/react'
import { type FormEvent, useState } from 'react'
import { caseDataFrom, CaseDataInputs, type EnteredData } from './case-data-inputs'
import { Field, useProblems } from './field'
import { graphql, unmask } from './gql'
import { nameOptions, Pair, pairKey, pairOptions } from './pairs'
import type { CaseFormProperties } from './open-case'
import { ProblemList } from './problem-list'
import { useChange } from './use-change'

const UpdatableCase = graphql(`
  fragment UpdatableCase on Case {
    id
    categoryCode
    typeCode
    status
    resolution
    fields {
      ...FieldDefinition
      name
      value
    }
    availableStatuses {
      name
    }
    availableResolutions {
      name
    }
    availableTypeCategories {
      ...Pair
    }
  }
`)

const UpdateCaseMutation = graphql(`
  mutation UpdateCase($input: UpdateCaseInput!) {
    result: updateCase(input: $input) {
      ... on UpdateCasePayload {
        case {
          id
          version
        }
      }
      ... on UpdateCaseError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

/** What the viewer has entered. Everything else shows the value that the case has now. */
interface Draft {
  pair?: string
  status?: string
  resolution?: string
  caseData?: EnteredData
}

export function UpdateForm({ of, seen, onSaved, onConflict }: CaseFormProperties) {
  const current = unmask(UpdatableCase, of)
  const pairs = unmask(Pair, current.availableTypeCategories)
  const [draft, setDraft] = useState<Draft>({})
  const { form, problems, setProblems } = useProblems()
  const { fetching, change } = useChange(UpdateCaseMutation)

  const currentPair = JSON.stringify([current.typeCode, current.categoryCode])
  const pair = pairs.find((pair) => pairKey(pair) === (draft.pair ?? currentPair))
  const typeCode = pair?.caseTypeCode ?? current.typeCode
  const fields = pair && typeCode !== current.typeCode ? pair.fields : current.fields
  const caseData = { ...enteredFrom(current.fields), ...draft.caseData }

  const isDataSent = draft.caseData !== undefined || typeCode !== current.typeCode

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { saved, problems, isConflict } = await change({
      caseInstanceId: current.id,
      expectedVersion: seen,
      typeCode,
      categoryCode: pair?.caseCategoryCode ?? current.categoryCode,
      status: draft.status,
      resolution: draft.resolution,
      caseData: isDataSent ? caseDataFrom(fields, caseData) : undefined,
    })
    // One input selects both codes.
    setProblems(
      problems.map((problem) => (problem.input === 'categoryCode' ? { ...problem, input: 'typeCode' } : problem)),
    )
    if (isConflict) onConflict()
    if (!saved) return
    setDraft({})
    onSaved(saved.version, 'The case is updated.')
  }

  const inputs = ['typeCode', 'status', 'resolution', ...fields.map(({ name }) => `caseData.${name}`)]
  return (
    <Stack as="form" ref={form} onSubmit={submit} noValidate gap="condensed" aria-labelledby="update">
      <Heading as="h3" variant="small" id="update">
        Update
      </Heading>
      <ProblemList problems={problems} inputs={inputs} />
      <Field name="typeCode" label="Type" hint={pair?.defaultAnswer ?? undefined} problems={problems}>
        <Select
          block
          value={draft.pair ?? currentPair}
          onChange={({ target }) => setDraft({ ...draft, pair: target.value })}
        >
          {pairOptions(pairs)}
        </Select>
      </Field>
      <Field name="status" label="Status" problems={problems}>
        <Select
          block
          value={draft.status ?? current.status}
          onChange={({ target }) => setDraft({ ...draft, status: target.value })}
        >
          {nameOptions(current.availableStatuses.map(({ name }) => name))}
        </Select>
      </Field>
      <Field name="resolution" label="Resolution" problems={problems}>
        <Select
          block
          value={draft.resolution ?? current.resolution}
          onChange={({ target }) => setDraft({ ...draft, resolution: target.value })}
        >
          {nameOptions(current.availableResolutions.map(({ name }) => name))}
        </Select>
      </Field>
      <CaseDataInputs
        fields={fields}
        values={caseData}
        problems={problems}
        onChange={(name, value) => setDraft({ ...draft, caseData: { ...draft.caseData, [name]: value } })}
      />
      <Button type="submit" variant="primary" loading={fetching}>
        Update
      </Button>
    </Stack>
  )
}

function enteredFrom(fields: readonly { name: string; value: unknown }[]): EnteredData {
  return Object.fromEntries(
    fields.flatMap(({ name, value }) =>
      value === null ? [] : [[name, typeof value === 'boolean' ? value : String(value)]],
    ),
  )
}
