import { builder } from './builder.ts'

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
})

builder.scalarType('DateTime', {
  description: 'A point in time in UTC, in RFC 3339 format, for example "2026-07-02T09:15:00.000Z".',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (instant) => instant.toISOString(),
})
