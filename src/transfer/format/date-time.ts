import { z } from 'zod'

/** PostgreSQL stores microseconds, has no year 0 and accepts offsets of less than 16 hours. */
export const dateTime = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: 'must be a date and time with an offset, such as 2026-07-02T09:15:00Z',
  })
  .refine(
    (value) => !value.startsWith('0000') && /(Z|[+-](0\d|1[0-5]):\d\d)$/.test(value) && isFourDigitYear(value),
    'must be between the years 1 and 9999, with an offset of less than 16 hours',
  )

function isFourDigitYear(value: string): boolean {
  const year = new Date(value).getUTCFullYear()
  return year >= 1 && year <= 9999
}
