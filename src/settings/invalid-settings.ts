import { UsageError } from '../errors/usage-error.ts'

/** A setting that cannot be used. The message does not repeat its name. */
export interface InvalidSetting {
  name: string
  message: string
}

/** One or more settings cannot be used. The message names all of them. */
export class InvalidSettings extends UsageError {
  readonly settings: readonly InvalidSetting[]

  constructor(settings: readonly InvalidSetting[], options?: ErrorOptions) {
    const lines = settings.map(({ name, message }) => `  ${name}: ${message.replaceAll('\n', '\n  ')}`)
    super(`Invalid configuration:\n${lines.join('\n')}`, options)
    this.settings = settings
  }
}
