import { styleText } from 'node:util'
import type { Credentials, Outcome } from './demo-exchange.ts'
import type { Exchange, Step } from './demo-steps.ts'

/** How the demonstration tells what it does. */
export interface Narrator {
  step(step: Step): void
  exchange(step: Step, sent: Exchange, credentials: Credentials, outcome: Outcome, expected: boolean): void
  end(unexpected: readonly string[]): void
}

/** A line of JSON for each request. */
export const forPrograms: Narrator = {
  step() {},
  exchange({ name }, { face, method, body }, credentials, { url, status, ms, answer, code }, expected) {
    const request = { method, url, headers: headersOf(credentials, body), body }
    console.log(
      JSON.stringify({
        step: name,
        face: face.toLowerCase(),
        request,
        status,
        ms,
        answer,
        code: code ?? null,
        expected,
      }),
    )
  },
  end() {},
}

export const forPeople: Narrator = {
  step({ title, explanation }) {
    console.log(`${styleText(['bold', 'underline'], title)}\n${explanation}\n`)
  },
  exchange(_step, { face, method, body }, credentials, { url, status, ms, answer, code }, expected) {
    const headers = Object.entries(headersOf(credentials, body)).map(([name, value]) =>
      styleText('dim', `${name}: ${value}`),
    )
    const sent = [`${styleText('bold', method)} ${styleText('cyan', url)}`, ...headers]
    if (body) sent.push('', ...bodyLines(body))
    const refusal = code === undefined ? '' : `, refused: ${code}${expected ? ', as it should be' : ''}`
    const result = styleText(expected ? 'green' : 'red', `${status}${refusal}`)
    const came = [`${result} ${styleText('dim', `in ${ms} ms`)}`, ...lines(answer)]
    console.log(`${styleText('bold', face)}\n${indent([...sent, '', ...came])}\n`)
  },
  end(unexpected) {
    if (unexpected.length === 0) console.log(styleText('green', 'Everything was answered as it should be.'))
  },
}

function bodyLines({ query, variables, ...body }: Record<string, unknown>): string[] {
  return typeof query === 'string' ? [...query.split('\n'), ...lines(variables)] : lines(body)
}

function headersOf({ touchpoint, token, isPublic }: Credentials, body: unknown): Record<string, string> {
  return {
    'Service-Touchpoint': touchpoint,
    'Service-Token': isPublic ? token : '***',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
}

function lines(value: unknown): string[] {
  return JSON.stringify(value, null, 2).split('\n')
}

function indent(lines: string[]): string {
  return lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')
}
