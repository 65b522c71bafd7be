import { requestProblem, type ShownProblem } from '../../../ui/form/problems/problems'
import { useIdempotent } from '../../../cases/change/use-change'
import { graphql } from '../gql'
import type { ConfigureInput, ConfigureMutation as Configured } from '../gql/graphql'
import type { Part } from './item-kind'

const ConfigureMutation = graphql(`
  mutation Configure($input: ConfigureInput!) {
    result: configure(input: $input) {
      ... on ConfigurePayload {
        changes {
          kind
          version
          changes {
            path
            from
            to
          }
          impact {
            kind
            message
          }
        }
      }
      ... on MutationError {
        problems {
          message
          path
        }
      }
    }
  }
`)

type Payload = Extract<NonNullable<Configured['result']>, { changes: unknown }>

/** What a configuration does to an item. */
export type ItemChange = Payload['changes'][number]

export interface ConfigureOutcome {
  /** Undefined if the item was rejected. */
  change?: ItemChange | undefined
  problems: ShownProblem[]
  /** Whether the item has another version than `expectedVersion`. */
  isConflict: boolean
}

export const conflictMessage =
  'Someone else has changed this since you opened it. Nothing was saved. Review the changes at the top of the form. ' +
  'Your input is kept.'

/** Configures one item. */
export function useConfigure(part: Part, labels: Record<string, string>) {
  const { fetching, send } = useIdempotent(ConfigureMutation)

  async function configure(item: object, dryRun: boolean): Promise<ConfigureOutcome> {
    const input: ConfigureInput = { [part]: [item], dryRun }
    const { result, error, isConflict } = await send(input)
    if (isConflict) return { problems: [{ input: '', message: conflictMessage }], isConflict }
    if (!result) return { problems: [requestProblem(error)], isConflict }
    if ('changes' in result) return { change: result.changes[0], problems: [], isConflict }
    // The first two parts of a path are those of the item.
    const problems = result.problems.map(({ message, path }) => ({ message, path: path.slice(2) }))
    return { problems: withLabels(problems, labels), isConflict }
  }
  return { fetching, configure }
}

/** The messages of the service begin with the names of members. These begin with the labels of the inputs. */
export function withLabels(
  problems: readonly { message: string; path: readonly string[] }[],
  labels: Record<string, string>,
): ShownProblem[] {
  return problems.map(({ message, path }) => {
    const member = path.findLast((key) => key in labels)
    const isNamed = member !== undefined && message.startsWith(member)
    return { input: path.join('.'), message: isNamed ? labels[member] + message.slice(member.length) : message }
  })
}
