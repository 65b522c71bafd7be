import ipaddr from 'ipaddr.js'
import { z } from 'zod'

export const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')
export const text = z.string().min(1)

/** A whole number. `kind` is what the message calls it. */
export const whole = (from: number, to: number, kind = 'a number') =>
  z
    .string()
    .refine(
      (digits) => /^\d{1,9}$/.test(digits) && Number(digits) >= from && Number(digits) <= to,
      `must be ${kind} from ${from} to ${to}`,
    )
    .transform(Number)

const maximum = 999_999_999
export const limit = whole(1, maximum)
export const port = whole(0, 65_535, 'a port number')

/** The shortest lifetime and idle limit of a session. */
export const minimumSessionSeconds = 60
export const sessionSeconds = whole(minimumSessionSeconds, maximum, 'a number of seconds')

/** The parts of a list that commas separate. */
export const byCommas = (list: string) => list.split(',').map((item) => item.trim())
/** Those of a list that commas or white space separate. */
export const bySpace = (list: string) => list.split(/[\s,]+/).filter((item) => item !== '')

/** A list that is valid if each of its items is. */
export const list = (split: typeof byCommas, isItem: (item: string) => boolean, message: string) =>
  z
    .string()
    .transform(split)
    .refine((items) => items.every(isItem), message)

/** Networks in CIDR notation. */
export const networks = list(
  bySpace,
  (network) => ipaddr.isValidCIDR(network),
  'must be a comma-separated list of networks such as 10.0.0.0/8',
)

export const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header such as X-Forwarded-Email')

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
