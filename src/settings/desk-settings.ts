import { z } from 'zod'
import { deskUrl } from './desk-url.ts'
import { headerName, text } from './setting-formats.ts'

export const deskVariables = {
  DESK_URL: deskUrl.optional(),
  DESK_SECRET: text.optional(),
  DESK_ADDRESS_HEADER: headerName.optional(),
  DESK_OIDC_CLIENT_ID: text.optional(),
  DESK_OIDC_CLIENT_SECRET: text.optional(),
  DESK_OIDC_PARAMETERS: z
    .string()
    .default('')
    .transform((query) => ({ scope: 'openid email profile', ...Object.fromEntries(new URLSearchParams(query)) }))
    .refine(({ scope }) => scope.split(' ').includes('openid'), 'must have a scope that contains openid'),
}

type DeskVariables = z.output<z.ZodObject<typeof deskVariables>>

export type DeskSignIn = ReturnType<typeof toDeskSignIn>
export type DeskClient = NonNullable<DeskSignIn['client']>

export function toDeskSignIn(e: DeskVariables) {
  return {
    /** A touchpoint's secret. It opens sessions for people of whom only the address is known. Undefined if it is not set. */
    secret: e.DESK_SECRET,
    /** The header in which a proxy names the address, in lower case. Without it, people enter an address. */
    addressHeader: e.DESK_ADDRESS_HEADER?.toLowerCase(),
    /** The desk as a client of the OpenID Connect issuer. Undefined if it is none. */
    client:
      e.DESK_OIDC_CLIENT_ID === undefined
        ? undefined
        : {
            id: e.DESK_OIDC_CLIENT_ID,
            secret: e.DESK_OIDC_CLIENT_SECRET,
            /** Of its requests, besides those of the flow. Issuers choose the audience of the access token in different ways. */
            parameters: e.DESK_OIDC_PARAMETERS,
          },
  }
}
