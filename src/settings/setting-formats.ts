import { z } from 'zod'

export const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')
export const text = z.string().min(1)

export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65535, 'must be a port number from 0 to 65535')
export const limit = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a number from 1 to 999999999')
  .transform(Number)

/** The shortest lifetime and idle limit of a session. */
export const minimumSessionSeconds = 60
export const sessionSeconds = limit.refine(
  (seconds) => seconds >= minimumSessionSeconds,
  `must be a number of seconds from ${minimumSessionSeconds} to 999999999`,
)

export const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header such as X-Forwarded-Email')

/** A list of header names. Not `*`, which browsers take literally if a page sends credentials. */
export const headerNames = z
  .string()
  .transform((list) => list.split(',').map((name) => name.trim()))
  .refine(
    (names) => names.every((name) => name !== '*' && /^[\w!#$%&'*+.^`|~-]+$/.test(name)),
    'must be a comma-separated list of header names such as X-Session-Id',
  )

/** A period in days, such as 365d. Returns their number. */
export const days = z
  .string()
  .regex(/^[1-9]\d{0,4}d$/, 'must be a number of days from 1d to 99999d')
  .transform((value) => Number.parseInt(value))

/** Returns the number of proxies. */
export const trustProxy = z
  .string()
  .regex(/^(on|off|\d{1,2})$/, 'must be on, off, or the number of proxies (at most 99)')
  .transform((value) => (value === 'on' ? 1 : value === 'off' ? 0 : Number(value)))
