import { builder } from '../graphql/schema/builder.ts'

export const ChangedValueObject = builder
  .objectRef<{ path: string[]; from: unknown; to: unknown }>('ChangedValue')
  .implement({
    description: 'A value of a case or of the configuration that was changed.',
    fields: (t) => ({
      path: t.exposeStringList('path', {
        description:
          'The location of the value, for example ["status"], ["assignee"], ["caseData", "severity"] or ' +
          '["comments", "comment:1001:1:1"] of a case, and ["name"] or ["fields", "severity", "kind"] of the configuration.',
      }),
      from: t.expose('from', {
        type: 'JSON',
        nullable: true,
        description: 'The value before the change. Null if there was none.',
      }),
      to: t.expose('to', {
        type: 'JSON',
        nullable: true,
        description: 'The value after the change. Null if there is none.',
      }),
    }),
  })
