import type { FieldMap, InputRef } from '@pothos/core'
import type { RequestContext } from '../../context.ts'
import type { ErrorTable, Problem } from '../../errors/problems.ts'
import { builder, type ObjectFieldBuilder, type ObjectRef, rootBuilder } from './builder.ts'
import { defineOperationError } from './operation-errors.ts'

interface Rejected {
  problems: Problem<string>[]
}

interface Answer {
  viewer: object
}

interface Mutation<Input extends object, Result extends object, Success> {
  description: string
  cost?: number
  input: InputRef<Input>
  argument: string
  payload(t: ObjectFieldBuilder<Success>): FieldMap
  /** When the payload is returned. By default, if the mutation succeeds. */
  returned?: string
  result: string
  errors: ErrorTable
  /** A third type of the result, for values with the member `rejection`. */
  rejected?: ObjectRef<Rejected>
  resolve(context: RequestContext, input: NoInfer<Input>): Promise<Result>
}

/** Defines a mutation with one input, and the types `<Mutation>Payload`, `…Error` and `…Result`. Returns the last of them. */
export function defineMutation<
  Input extends object,
  Result extends Rejected | Answer,
  Success extends Answer = Exclude<Result, Rejected>,
>(
  mutation: string,
  { cost = 20, returned = 'if it succeeds', rejected, resolve, ...options }: Mutation<Input, Result, Success>,
) {
  const operation = mutation.replace(/^./, (letter) => letter.toUpperCase())
  const Payload = builder.objectRef<Success>(`${operation}Payload`)
  Payload.implement({ description: `Returned by \`${mutation}\` ${returned}.`, fields: options.payload })
  const ErrorObject = defineOperationError(operation, mutation, options.errors)
  const AnyPayload: ObjectRef<Answer> = Payload
  const ResultUnion = builder.unionType(`${operation}Result`, {
    description: options.result,
    types: rejected ? [AnyPayload, ErrorObject, rejected] : [AnyPayload, ErrorObject],
    resolveType(value) {
      if (rejected && 'rejection' in value) return rejected
      return 'problems' in value ? ErrorObject : AnyPayload
    },
  })
  const InputObject: InputRef<object> = options.input
  rootBuilder.mutationField(mutation, (t) =>
    t.field({
      type: ResultUnion,
      nullable: true,
      description: options.description,
      extensions: { cost },
      args: { input: t.arg({ type: InputObject, required: true, description: options.argument }) },
      resolve: (_root, args, context) => resolve(context, args.input as Input),
    }),
  )
  return ResultUnion
}
