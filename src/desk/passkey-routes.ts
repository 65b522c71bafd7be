import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import {
  acceptInvitation,
  addOwnPasskey,
  ownCreationOptions,
  readInvitation,
  type Registration,
} from '../auth/passkeys/add-passkey.ts'
import { signInOptions } from '../auth/passkeys/sign-in-with-passkey.ts'
import { hashToken } from '../viewer/viewer.ts'
import { RequestError } from '../errors/request-error.ts'
import { allowMethods } from '../http/allowed-methods.ts'
import { ignoreMediaType, takeRawBodies } from '../http/requests/json-body.ts'
import type { RelyingParty } from '../settings/desk-settings.ts'
import { setSessionCookie } from './cookies.ts'
import { jsonPosts } from './session-routes.ts'
import { noteOpened } from './sign-in.ts'

const paths = {
  signIn: '/desk/session/options',
  invitation: '/desk/invitation/options',
  accept: '/desk/invitation/passkey',
  options: '/desk/passkeys/options',
  add: '/desk/passkeys',
}

const text = z.string()

/** What browsers send to register. The verification checks what the texts mean. */
const registration = z.looseObject({
  name: text.optional(),
  response: z.looseObject({
    id: text,
    rawId: text,
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: text, attestationObject: text }),
    clientExtensionResults: z.looseObject({}).default({}),
  }),
})

/** Who is signed in does not matter. A token of an invitation that is not known counts like a wrong session token. */
const posts = jsonPosts({ readCredentials: () => null, credentialsInBody: true }, ({ body, context }) => {
  const { invitation } = body as { invitation?: unknown }
  if (typeof invitation === 'string') context.invitationHash = hashToken(invitation)
})

/** The server part of passkeys: what browsers need to register one and to sign in, and what they answer. */
export async function passkeyRoutes(app: FastifyInstance, { relyingParty }: { relyingParty: RelyingParty }) {
  takeRawBodies(app)

  const begin: RouteShorthandOptions = {
    config: { limitedAs: 'sign-in', readCredentials: () => null },
    onRequest: ignoreMediaType,
  }
  app.post(paths.signIn, begin, async ({ context }, reply) => reply.send(await signInOptions(context, relyingParty)))

  app.post(paths.invitation, posts, async ({ context }, reply) =>
    reply.send(await readInvitation(context, relyingParty)),
  )

  app.post(paths.accept, posts, async ({ context, body }, reply) => {
    setSessionCookie(reply, noteOpened(context, await acceptInvitation(context, relyingParty, registrationIn(body))))
    return reply.code(204).send()
  })

  app.post(paths.options, { onRequest: ignoreMediaType }, async ({ context }, reply) =>
    reply.send(await ownCreationOptions(context, relyingParty)),
  )

  app.post(paths.add, jsonPosts(), async ({ context, body }, reply) =>
    reply.code(201).send(await addOwnPasskey(context, relyingParty, registrationIn(body))),
  )

  for (const path of Object.values(paths)) allowMethods(app, path, ['POST'])
}

/** Throws BAD_USER_INPUT if the body has another form. */
function registrationIn(body: unknown): Registration {
  const { data } = registration.safeParse(body)
  if (data) return data
  throw new RequestError('BAD_USER_INPUT', 'The body must contain the response of the browser in the member response.')
}
