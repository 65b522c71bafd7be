import { builder } from './builder.ts'

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
})

builder.scalarType('DateTime', {
  description: 'A point in time in UTC, in RFC 3339 format, for example "2026-07-02T09:15:00.000Z".',
  serialize: (instant) => instant.toISOString(),
})
