import { requestProblem, type ShownProblem } from '../../form/problems'
import { useIdempotent } from '../../change/use-idempotent'
import { graphql } from '../gql'
import type { ConfigureInput, ConfigureMutation as Configured } from '../gql/graphql'
import type { ItemKind } from './item-kind'

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
            count
            message
          }
        }
      }
      ... on ConfigureError {
        problems {
          code
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

export interface Outcome {
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
export function useConfigure({ part, labels }: Pick<ItemKind<object>, 'part' | 'labels'>) {
  const { fetching, send } = useIdempotent(ConfigureMutation)

  async function configure(item: object, dryRun: boolean): Promise<Outcome> {
    const input: ConfigureInput = { [part]: [item], dryRun }
    const { result, error, isConflict } = await send(input)
    if (isConflict) return { problems: [{ input: '', message: conflictMessage }], isConflict }
    if (!result) return { problems: [requestProblem(error)], isConflict }
    if ('changes' in result) return { change: result.changes[0], problems: [], isConflict }
    // The first two parts of a path are those of the item.
    const problems = result.problems.map(({ message, path }) => ({
      input: path.slice(2).join('.'),
      message: inFormWords(message, path, labels),
    }))
    return { problems, isConflict }
  }
  return { fetching, configure }
}

/** The messages of the service begin with the names of members. These begin with the labels of the inputs. */
export function inFormWords(message: string, path: readonly string[], labels: Record<string, string>): string {
  const member = path.findLast((key) => key in labels)
  if (member === undefined || !message.startsWith(member)) return message
  return labels[member] + message.slice(member.length)
}
