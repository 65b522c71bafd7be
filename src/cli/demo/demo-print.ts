import { styleText } from 'node:util'
import type { Exchange } from './demo-exchange.ts'
import type { Step } from './demo-steps.ts'

export const faces = { graphql: 'GraphQL', rest: 'REST' }

export function printStep({ title, explanation }: Step): void {
  console.log(`${styleText(['bold', 'underline'], title)}\n${explanation}\n`)
}

export function printExchange({ face, request, status, ms, answer, code }: Exchange, isExpected: boolean): void {
  const { method, url, headers, body } = request
  const rejection = code === null ? '' : `, rejected: ${code}${isExpected ? ', as expected' : ''}`
  const lines = [
    `${styleText('bold', method)} ${styleText('cyan', url)}`,
    ...Object.entries(headers).map(([name, value]) => styleText('dim', `${name}: ${value}`)),
    ...(body ? ['', ...bodyLines(body)] : []),
    '',
    `${styleText(isExpected ? 'green' : 'red', `${status}${rejection}`)} ${styleText('dim', `in ${ms} ms`)}`,
    ...jsonLines(answer),
  ]
  console.log(`${styleText('bold', faces[face])}\n${lines.map((line) => line && `  ${line}`).join('\n')}\n`)
}

/** Prints a GraphQL document as it is, and its variables as JSON. */
function bodyLines({ query, variables, ...body }: Record<string, unknown>): string[] {
  return typeof query === 'string' ? [...query.split('\n'), ...jsonLines(variables)] : jsonLines(body)
}

function jsonLines(value: unknown): string[] {
  return JSON.stringify(value, null, 2).split('\n')
}
