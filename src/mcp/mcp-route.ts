import type { FastifyInstance, FastifyReply, onRequestHookHandler } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { invalidInput } from '../errors/request-error.ts'
import type { Executor } from '../graphql/executor.ts'
import { allowMethods } from '../http/allowed-methods.ts'
import { decodeUtf8, parseJsonObject, requireMediaType, takeRawBodies } from '../http/requests/json-body.ts'
import { queryOf } from '../http/requests/request-context.ts'
import { requireUtf8Query } from '../http/requests/request-target.ts'
import type { IssuerSettings } from '../settings/issuer-settings.ts'
import { describeProtectedResource } from './protected-resource.ts'
import { type RunnableTool, runTool } from './run-tool.ts'
import { toolArguments } from './tool-arguments.ts'
import { type Access, accessLevels, isListed, type Tool, tools } from './tools.ts'

export interface McpOptions {
  executor: Executor
  schema: GraphQLSchema
  /** Undefined if no issuer is configured. */
  issuer: IssuerSettings | undefined
  /** Rejects requests for other hosts. */
  ownHost: onRequestHookHandler
}

const path = '/mcp'

/** A stateless server of the Model Context Protocol: any process can answer any request. */
export async function mcp(app: FastifyInstance, { executor, schema, issuer, ownHost }: McpOptions): Promise<void> {
  const { authentication } = app
  const runnable = tools.map((tool) => ({ ...tool, ...toolArguments(tool, schema) }))
  takeRawBodies(app)
  if (issuer) describeProtectedResource(app, path, issuer)

  const begin: onRequestHookHandler = ({ context }, _reply, next) => {
    context.telemetry.operation = 'mcp'
    authentication.requireCredentials(context)
    next()
  }

  app.post(path, { onRequest: [ownHost, begin, requireMediaType(['application/json'])] }, async (request, reply) => {
    requireUtf8Query(request.originalUrl)
    const access = accessOf(queryOf(request))
    const body = parseJsonObject(decodeUtf8(request.body))
    const { context } = request
    let hasRun = false
    let rejection: unknown

    // The SDK takes 13 MiB, which a server without assistants saves.
    const { answerMessage } = await import('./exchange.ts')
    const response = await answerMessage(request, body, {
      tools: runnable.filter((tool) => isListed(tool, access)).map((tool) => describe(tool)),
      async call(name, sent) {
        const tool = runnable.find((each) => each.name === name)
        if (!tool || !isListed(tool, access)) return { missing: missingTool(name, tool, access) }
        context.telemetry.operation = name
        hasRun = true
        return runTool(tool, sent, { executor, authentication, context }).catch((error: unknown) => {
          rejection = error
          throw error
        })
      },
    })
    const text = await response.text()
    if (rejection) throw rejection
    if (!hasRun) await authentication.requireAccepted(context)
    return send(response, text, reply)
  })
  allowMethods(app, path, ['POST'])
}

function describe({ name, title, description, inputSchema, document, access }: RunnableTool) {
  const readOnlyHint = document.trimStart().startsWith('query')
  const annotations = readOnlyHint ? { readOnlyHint } : { readOnlyHint, destructiveHint: access === 'full' }
  return { name, title, description, inputSchema, annotations }
}

function accessOf(query: URLSearchParams): Access {
  const [sent = 'read', ...others] = query.getAll('access')
  const access = accessLevels.find((level) => level === sent)
  if (access && others.length === 0) return access
  throw invalidInput([{ message: `access must be one of: ${accessLevels.join(', ')}.`, parameter: 'access' }])
}

/** Why a tool cannot be called. */
function missingTool(name: string, tool: Tool | undefined, access: Access): string {
  if (tool) return `The tool ${name} needs ?access=${tool.access} in the URL. The access is ${access}.`
  const names = tools.filter((each) => isListed(each, access)).map((each) => each.name)
  return `There is no tool with this name. The tools are: ${names.join(', ')}.`
}

function send({ headers, status }: Response, text: string, reply: FastifyReply): FastifyReply {
  const type = headers.get('content-type')
  if (type !== null) reply.type(type)
  reply.request.context.responseBudget.settle(text.length)
  return reply.code(status).header('cache-control', 'no-store').serializer(String).send(text)
}
