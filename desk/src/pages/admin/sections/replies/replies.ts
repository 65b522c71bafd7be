import { active, key, text } from '../../inputs/kinds'
import { ReplyTextField } from './reply-text-field'
import { offeredFor } from './offered-for'
import { placeholderProblem } from 'placeholders'
import type { Section } from '../../item/section'

export const replies: Section<'replies'> = {
  part: 'replies',
  noun: 'saved reply',
  target: 'reply',
  path: '/saved-replies',
  title: 'Saved replies',
  hint: 'Texts that operators can insert into messages, with the values of the case.',
  examples: 'A reply has a label and a text, such as “Copy of an invoice” with instructions for the customer.',
  inputs: {
    code: key('Code', 'Programs use it. It cannot be changed later.'),
    label: text('Label', { hint: 'The label that operators see.' }),
    text: {
      ...text('Text', { hint: 'Up to 10,000 characters. The operator can change it before it is sent.' }),
      check(value, input) {
        const problem = placeholderProblem(value)
        return problem === null ? [] : [{ input, message: `Text ${problem}.` }]
      },
      Field: ReplyTextField,
    },
    typeCategories: offeredFor,
    active: active('It is offered to operators.'),
  },
  nameOf: ({ label, code }) => label || code,
  describe: ({ code, typeCategories }) =>
    [
      code,
      typeCategories.length === 0
        ? 'for all cases'
        : typeCategories.length === 1
          ? 'for 1 type category'
          : `for ${typeCategories.length} type categories`,
    ].join(' · '),
}
