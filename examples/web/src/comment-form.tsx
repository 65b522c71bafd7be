import { Button, Checkbox, Heading, Stack, Textarea } from '@primer/react'
import { type FormEvent, useState } from 'react'
import { Field, useProblems } from './field'
import { graphql } from './gql'
import type { CaseFormProperties } from './open-case'
import { ProblemList } from './problem-list'
import { useChange } from './use-change'
import { useViewer } from './viewer'

const AddCommentsMutation = graphql(`
  mutation AddComments($input: AddCommentsInput!) {
    result: addComments(input: $input) {
      ... on AddCommentsPayload {
        case {
          id
          version
        }
      }
      ... on AddCommentsError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

/** A comment overwrites nothing, so that it is added whatever others have changed. */
export function CommentForm({ of: { id }, onSaved }: CaseFormProperties) {
  const { login } = useViewer()
  const [text, setText] = useState('')
  const [internal, setInternal] = useState(false)
  const { form, problems, setProblems } = useProblems()
  const { fetching, change } = useChange(AddCommentsMutation)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { saved, problems } = await change({ caseInstanceId: id, comments: [{ text, internal }] })
    setProblems(problems)
    if (!saved) return
    setText('')
    onSaved(saved.version, 'The comment is added.')
  }

  return (
    <Stack as="form" ref={form} onSubmit={submit} gap="condensed" aria-labelledby="comment">
      <Heading as="h3" variant="small" id="comment">
        Comment
      </Heading>
      <ProblemList problems={problems} />
      <Field label="New comment" isLabelHidden>
        <Textarea block rows={3} maxLength={10_000} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      {login === 'OPERATOR' && (
        <Field label="For operators only" inline>
          <Checkbox checked={internal} onChange={({ target }) => setInternal(target.checked)} />
        </Field>
      )}
      <Button type="submit" loading={fetching}>
        Add comment
      </Button>
    </Stack>
  )
}
