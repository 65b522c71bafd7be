import { GraphQLError } from 'graphql'
import { z } from 'zod'
import { builder } from './builder.ts'

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
})

builder.scalarType('DateTime', {
  description:
    'A point in time in RFC 3339 format, for example "2026-07-02T09:15:00.000Z". Results are in UTC with milliseconds. ' +
    'Inputs may have another offset, and further digits are ignored.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (instant) => instant.toISOString(),
  parseValue: parseDateTime,
})

const dateTime = z.iso.datetime({ offset: true }).regex(/T\d\d:\d\d:\d\d/)

/** PostgreSQL has no year 0, and reads only years of four digits in this format. */
function parseDateTime(value: unknown): Date {
  const { data } = dateTime.safeParse(value)
  const instant = new Date(data ?? NaN)
  const year = instant.getUTCFullYear()
  if (year >= 1 && year <= 9999) return instant
  throw new GraphQLError('A DateTime must have the RFC 3339 format, for example "2026-07-02T09:15:00Z".')
}
