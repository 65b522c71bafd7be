import { z } from 'zod'
import { bySpace, list, text } from './setting-formats.ts'

/** The variables of the NATS server that `relay nats` publishes to. */
export const natsVariables = {
  NATS_URL: list(bySpace, isNatsUrl, 'must be one or more URLs such as nats://nats.example.com:4222')
    .refine((urls) => urls.length > 0, 'must be one or more URLs such as nats://nats.example.com:4222')
    .optional(),
  NATS_CREDENTIALS: text.optional(),
}

type NatsVariables = z.output<z.ZodObject<typeof natsVariables>>

export type NatsSettings = NonNullable<ReturnType<typeof toNats>>

/** The NATS server; undefined if there is none. */
export function toNats({ NATS_URL: urls, NATS_CREDENTIALS: credentialsFile }: NatsVariables) {
  const [first] = (urls ?? []).map((url) => new URL(url))
  if (!urls || !first) return undefined
  return {
    /** The servers of one cluster, without what signs in. */
    servers: urls.map((url) => new URL(url).host),
    isEncrypted: first.protocol === 'tls:',
    /** The name and password in the first URL. Undefined if there are none. */
    login:
      first.username === ''
        ? undefined
        : { user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) },
    /** A file with a JWT and its key, as NATS tools write it. */
    credentialsFile,
  }
}

function isNatsUrl(text: string): boolean {
  return URL.canParse(text) && /^(nats|tls):$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
}
