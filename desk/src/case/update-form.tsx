import { Button, Heading, Select, Stack } from '@primer/react'
import type { FormEvent } from 'react'
import { caseDataFrom, CaseDataInputs, type EnteredData, inFormWords } from '../form/case-data-inputs'
import { useDraft } from '../form/drafts'
import { Field } from '../form/field'
import { graphql, unmask } from '../gql'
import { nameOptions, TypeCategory, typeCategoryKey, typeCategoryOptions } from '../form/select-options'
import type { CaseFormProperties } from './open-case'
import { ProblemList, useProblems } from '../form/problem-list'
import { useChange } from '../form/use-change'
import { useViewer } from '../session/viewer'

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
      active
    }
    availableResolutions {
      name
      active
    }
    availableTypeCategories {
      ...TypeCategory
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
export interface UpdateDraft {
  /** The version of the case that the viewer saw. */
  seen: number
  typeCategory?: string
  status?: string
  resolution?: string
  caseData?: EnteredData
}

export function updateDraftOf(caseId: string): string {
  return `${caseId} update`
}

export function UpdateForm({ of, seen, onSaved, onConflict }: CaseFormProperties) {
  const isOperator = useViewer().login === 'OPERATOR'
  const current = unmask(UpdatableCase, of)
  const available = unmask(TypeCategory, current.availableTypeCategories)
  const [stored, setDraft] = useDraft<UpdateDraft>(updateDraftOf(of.id))
  const draft = stored ?? { seen }
  const [problems, setProblems] = useProblems(seen)
  const { fetching, change } = useChange(UpdateCaseMutation)

  // A draft may be older than the case. If a value is no longer available, the value of the case is shown.
  const currentKey = JSON.stringify([current.typeCode, current.categoryCode])
  const find = (key: string | undefined) => available.find((each) => typeCategoryKey(each) === key)
  const chosen = find(draft.typeCategory) ?? find(currentKey)
  const status = current.availableStatuses.find(({ name }) => name === draft.status)?.name
  const resolution = current.availableResolutions.find(({ name }) => name === draft.resolution)?.name
  const typeCode = chosen?.caseTypeCode ?? current.typeCode
  const fields = chosen && typeCode !== current.typeCode ? chosen.fields : current.fields
  const caseData = { ...enteredFrom(current.fields), ...draft.caseData }

  const isDataSent = draft.caseData !== undefined || typeCode !== current.typeCode

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { saved, problems, isConflict } = await change({
      caseInstanceId: current.id,
      expectedVersion: seen,
      typeCode,
      categoryCode: chosen?.caseCategoryCode ?? current.categoryCode,
      status,
      resolution,
      caseData: isDataSent ? caseDataFrom(fields, caseData) : undefined,
    })
    setProblems(inFormWords(problems, fields))
    if (isConflict) onConflict()
    if (!saved) return
    setDraft(undefined)
    onSaved(saved.version, 'Case updated.')
  }

  const inputs = ['typeCode', 'status', 'resolution', ...fields.map(({ name }) => `caseData.${name}`)]
  return (
    <Stack as="form" onSubmit={submit} noValidate gap="condensed" aria-labelledby="update">
      <Heading as="h3" variant="small" id="update">
        Update
      </Heading>
      <ProblemList problems={problems} inputs={inputs} />
      <Field name="typeCode" label="Type" hint={chosen?.defaultAnswer ?? undefined} problems={problems}>
        <Select
          block
          value={chosen ? typeCategoryKey(chosen) : currentKey}
          onChange={({ target }) => setDraft({ ...draft, typeCategory: target.value })}
        >
          {typeCategoryOptions(available)}
        </Select>
      </Field>
      <Field name="status" label="Status" problems={problems}>
        <Select
          block
          value={status ?? current.status}
          onChange={({ target }) => setDraft({ ...draft, status: target.value })}
        >
          {nameOptions(current.availableStatuses)}
        </Select>
      </Field>
      {isOperator && (
        <Field name="resolution" label="Resolution" problems={problems}>
          <Select
            block
            value={resolution ?? current.resolution}
            onChange={({ target }) => setDraft({ ...draft, resolution: target.value })}
          >
            {nameOptions(current.availableResolutions)}
          </Select>
        </Field>
      )}
      <CaseDataInputs
        fields={fields}
        values={caseData}
        problems={problems}
        onChange={(name, value) => setDraft({ ...draft, caseData: { ...draft.caseData, [name]: value } })}
      />
      <Stack direction="horizontal" gap="condensed">
        <Button type="submit" loading={fetching}>
          Update
        </Button>
        {stored && (
          <Button variant="invisible" onClick={() => setDraft(undefined)}>
            Discard changes
          </Button>
        )}
      </Stack>
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
