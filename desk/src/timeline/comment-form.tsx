import { Button, Checkbox, Heading, Stack } from '@primer/react'
import { type FormEvent, useState } from 'react'
import { CommentInput, tooLong } from '../form/comment-input'
import { useDraft } from '../form/drafts'
import { Field } from '../form/field'
import { graphql } from '../gql'
import type { CaseFormProperties } from '../case/open-case'
import { ProblemList, useProblems } from '../form/problem-list'
import { useChange } from '../form/use-change'
import { useViewer } from '../session/viewer'

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

interface Draft {
  text: string
  /** Whether only operators can read it. */
  internal: boolean
}

/** A comment overwrites nothing, so that it is added whatever others have changed. */
export function CommentForm({ of: { id, party }, onSaved }: CaseFormProperties) {
  const isOperator = useViewer().login === 'OPERATOR'
  const [draft, setDraft] = useDraft<Draft>(`${id} comment`)
  const text = draft?.text ?? ''
  const [internal, setInternal] = useState(draft?.internal ?? false)
  const [problems, setProblems] = useProblems()
  const { fetching, change } = useChange(AddCommentsMutation)
  const customer = isOperator ? party : null

  /** Without a text, there is nothing to keep. */
  function enter({ text, internal }: Draft) {
    setInternal(internal)
    setDraft(text === '' ? undefined : { text, internal })
  }

  function clear() {
    enter({ text: '', internal: false })
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return setProblems([{ input: 'comment', message: 'Enter a comment.' }])
    const excess = tooLong('comment', text)
    if (excess.length > 0) return setProblems(excess)
    const { saved, problems } = await change({ caseInstanceId: id, comments: [{ text, internal }] })
    setProblems(problems)
    if (!saved) return
    clear()
    onSaved(saved.version, internal ? 'Internal note added.' : 'Comment added.')
  }

  return (
    <Stack
      as="form"
      onSubmit={submit}
      noValidate
      gap="condensed"
      padding="normal"
      className={internal ? 'composer internal' : 'composer'}
      aria-labelledby="composer"
    >
      <Heading as="h3" variant="small" id="composer">
        Comment
      </Heading>
      <ProblemList problems={problems} inputs={['comment']} />
      <CommentInput
        name="comment"
        label="New comment"
        isLabelHidden
        hint={internal ? 'Only operators can read it.' : customer ? `${customer.firstname} can read it.` : undefined}
        rows={3}
        problems={problems}
        value={text}
        onChange={(text) => enter({ text, internal })}
      />
      {isOperator && (
        <Field label="For operators only" inline>
          <Checkbox checked={internal} onChange={({ target }) => enter({ text, internal: target.checked })} />
        </Field>
      )}
      <Stack direction="horizontal" gap="condensed">
        <Button type="submit" variant="primary" loading={fetching}>
          {internal ? 'Add internal note' : customer ? 'Reply to customer' : 'Add comment'}
        </Button>
        {text !== '' && (
          <Button variant="invisible" onClick={clear}>
            Discard
          </Button>
        )}
      </Stack>
    </Stack>
  )
}
