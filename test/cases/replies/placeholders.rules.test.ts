import { describe, expect, test } from 'vitest'
import { fillPlaceholders, placeholderProblem } from '../../../src/cases/values/placeholders.rules.ts'

const values = {
  'customer.firstname': 'Paula',
  'case.id': '1001',
  'case.subject': 'Wrong invoice',
  'operator.firstname': 'Olga',
}

describe('a text with placeholders', () => {
  test.each([
    ['Hello {{customer.firstname}},', 'Hello Paula,'],
    ['{{case.id}}: {{case.subject}}\n{{operator.firstname}}', '1001: Wrong invoice\nOlga'],
    ['{{ case.id }} {{  case.id}}{{case.id  }}', '1001 10011001'],
    ['{{case.id}}}} } { }}', '1001}} } { }}'],
    ['{case.id} ${case.id} customer.firstname', '{case.id} ${case.id} customer.firstname'],
  ])('%j becomes %j', (text, expected) => {
    expect(placeholderProblem(text)).toBeNull()
    expect(fillPlaceholders(text, values)).toBe(expected)
  })

  test.each([
    ['Hello {{customer.firstname}},', 'Hello,'],
    ['{{customer.firstname}}: hello', ': hello'],
    ['Hello  {{customer.firstname}} !', 'Hello  !'],
    ['Hello\n{{customer.firstname}}', 'Hello\n'],
    ['{{customer.firstname}}{{case.id}}', '1001'],
  ])('%j without a customer becomes %j', (text, expected) => {
    expect(fillPlaceholders(text, { ...values, 'customer.firstname': '' })).toBe(expected)
  })

  test('does not fill what a value contains', () => {
    const tricky = { ...values, 'customer.firstname': '{{case.id}}', 'case.subject': "{{ $& $1 $` $'" }
    expect(fillPlaceholders('{{customer.firstname}} {{case.subject}} {{{{case.id}}}}', tricky)).toBe(
      "{{case.id}} {{ $& $1 $` $' {{1001}}",
    )
  })

  test.each([
    ['{{customer.name}}', '{{customer.name}}'],
    ['{{case.id}} {{Case.id}}', '{{Case.id}}'],
    ['{{}}', '{{}}'],
    ['{{{case.id}}}', '{{'],
    ['{{case.id}', '{{case.id'],
    ['{{case.idx}}', '{{case.idx}}'],
    ['{{case.id }}{{ case}}', '{{ case}}'],
    ['a {{ b', '{{ b'],
    ['{{case\n.id}}', '{{case'],
    ['{{case-id}}', '{{case-id}}'],
    ['{{caseXid}}', '{{caseXid}}'],
  ])('%j is refused', (text, found) => {
    expect(placeholderProblem(text)).toBe(
      'must not contain placeholders other than {{customer.firstname}}, {{case.id}}, {{case.subject}}, {{operator.firstname}}, ' +
        `but contains ${JSON.stringify(found)}`,
    )
  })
})
