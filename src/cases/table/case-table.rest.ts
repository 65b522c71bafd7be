import type { FastifyReply } from 'fastify'
import { invalidInput } from '../../errors/request-error.ts'
import { checkCondition } from '../../graphql/schema/connection.ts'
import { sendTextFile } from '../../http/text-file.ts'
import type { Route } from '../../rest/route.ts'
import { caseListRoute } from '../list/case-list.rest.ts'
import { openTable, type TableArguments } from './open-table.ts'

const ofPages = ['first', 'last', 'after', 'before', 'totalCount']

async function sendTable(reply: FastifyReply, variables: Record<string, unknown>): Promise<FastifyReply> {
  const problems = ofPages.filter((name) => variables[name] != null && variables[name] !== false)
  if (problems.length > 0) {
    throw invalidInput(
      problems.map((name) => ({
        message: `${name} is not allowed, because a table has the whole list.`,
        path: [name],
      })),
    )
  }
  checkCondition(['filter'], variables['filter'])
  const { parts, close } = await openTable(reply.request.context, variables as TableArguments)
  const today = new Date().toISOString().slice(0, 10)
  const file = { mediaType: 'text/csv; charset=utf-8', name: `cases-${today}.csv`, parts, onClose: close }
  return sendTextFile(reply, file)
}

/** Pages of the list as JSON, or all of it as a table. */
export const caseListOrTableRoute: Route = {
  ...caseListRoute,
  stream: {
    mediaType: 'text/csv',
    answersHead: true,
    description:
      'The whole list as CSV (RFC 4180) in UTF-8 with a byte order mark, at most 100,000 cases. `first`, `last`, `after`, `before` ' +
      'and `totalCount` are not allowed. If `typeCode` names a single type, there is a column for each of its fields. Text that a ' +
      "spreadsheet would run as a formula begins with `'`.",
    send: sendTable,
  },
}
