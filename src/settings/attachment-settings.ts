import { z } from 'zod'
import { byCommas, list, text } from './setting-formats.ts'

const mebibyte = 1024 * 1024
/** The largest size that GraphQL's Int can state. */
const maximumSize = 2 ** 31 - 1
const sizeMessage = `must be a number of bytes from 0 to ${maximumSize}`

/** The variables of files that are attached to comments. `AWS_*` are those of all AWS tools. */
export const attachmentVariables = {
  ATTACHMENT_MAX_SIZE: z
    .string()
    .refine((digits) => /^\d{1,10}$/.test(digits) && Number(digits) <= maximumSize, sizeMessage)
    .transform(Number)
    .default(25 * mebibyte),
  ATTACHMENT_TYPES: list(
    byCommas,
    (type) => /^[\w.+-]+\/(\*|[\w.+-]+)$/.test(type),
    'must be a comma-separated list of media types such as image/*,application/pdf',
  ).optional(),
  ATTACHMENT_STORE: z
    .string()
    .refine(
      (store) => store === 'database' || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?$/.test(store),
      'must be database, or a bucket with an optional prefix such as s3://case-files/production',
    )
    .default('database'),
  ATTACHMENT_SCAN: z
    .string()
    .refine(
      (url) => URL.canParse(url) && /^clamd:\/\/[^/?#@]+:\d+\/?$/.test(url),
      'must be the address of a clamd such as clamd://127.0.0.1:3310',
    )
    .optional(),
  S3_ENDPOINT: z
    .string()
    .refine(
      (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol),
      'must be a URL such as https://s3.example.com',
    )
    .optional(),
  AWS_REGION: text.default('us-east-1'),
  AWS_ACCESS_KEY_ID: text.optional(),
  AWS_SECRET_ACCESS_KEY: text.optional(),
  AWS_SESSION_TOKEN: text.optional(),
}

type AttachmentVariables = z.output<z.ZodObject<typeof attachmentVariables>>

export type AttachmentSettings = ReturnType<typeof toAttachments>
export type S3Settings = NonNullable<ReturnType<typeof toS3>>

export function toAttachments(e: AttachmentVariables) {
  const scanner = e.ATTACHMENT_SCAN === undefined ? undefined : new URL(e.ATTACHMENT_SCAN)
  return {
    /** In bytes. 0: nobody uploads files. */
    maximumSize: e.ATTACHMENT_MAX_SIZE,
    /** The media types of files, such as image/*. Undefined if all are accepted. */
    types: e.ATTACHMENT_TYPES,
    /** The bucket for contents; undefined if they are in the database. */
    s3: toS3(e),
    /** The clamd that scans contents; undefined if there is none. */
    scanner: scanner && { host: scanner.hostname, port: Number(scanner.port) },
  }
}

function toS3(e: AttachmentVariables) {
  if (e.ATTACHMENT_STORE === 'database') return undefined
  const { hostname: bucket, pathname } = new URL(e.ATTACHMENT_STORE)
  return {
    bucket,
    /** What the keys of objects begin with. Empty, or with a slash at its end. */
    prefix: pathname.replace(/^\/+/, '').replace(/([^/])$/, '$1/'),
    endpoint: e.S3_ENDPOINT ?? `https://s3.${e.AWS_REGION}.amazonaws.com`,
    region: e.AWS_REGION,
    accessKeyId: e.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: e.AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: e.AWS_SESSION_TOKEN ?? '',
  }
}
