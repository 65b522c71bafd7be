import { fillPlaceholders, placeholders } from 'placeholders'
import { Button } from '../../../../ui/elements/button'
import { Textarea } from '../../../../ui/elements/inputs'
import { Field } from '../../../../ui/form/inputs/field'
import { insertText } from '../../../../ui/form/inputs/insert-text'
import type { InputProperties } from '../../item/inputs'

/** The example values of the preview. */
const examples = {
  'customer.firstname': 'Paula',
  'case.id': '1001',
  'case.subject': 'The lamp is red',
  'operator.firstname': 'Olga',
}

/** The text of a reply, with buttons that insert placeholders, and a preview with example values. */
export function ReplyTextField({ value, onChange, ...field }: InputProperties<string>) {
  function insert(name: string) {
    const input = document.getElementById(field.name)
    if (input instanceof HTMLTextAreaElement) insertText(input, `{{${name}}}`)
  }
  return (
    <div className="stack reply-text">
      <Field {...field}>
        <Textarea
          block
          dir="auto"
          className="growing"
          rows={6}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      <div className="row">
        {placeholders.map((name) => (
          // The selection stays in the input.
          <Button
            key={name}
            size="small"
            aria-label={`Insert {{${name}}}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(name)}
          >
            <code>{`{{${name}}}`}</code>
          </Button>
        ))}
      </div>
      {value.trim() !== '' && (
        <figure>
          <figcaption className="faint">Preview for case 1001 of Paula, as Olga sees it</figcaption>
          <p dir="auto">{fillPlaceholders(value.trim(), examples)}</p>
        </figure>
      )}
    </div>
  )
}
