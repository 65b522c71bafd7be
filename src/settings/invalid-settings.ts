import { codeOf, systemMessage } from '../errors/system-errors.ts'
import { UsageError } from '../errors/usage-error.ts'

/** One or more settings cannot be used. The message names all of them. */
export class InvalidSettings extends UsageError {
  /** What is wrong with each setting, by its name. */
  constructor(problems: Readonly<Record<string, string>>, options?: ErrorOptions) {
    const lines = Object.entries(problems).map(([name, problem]) => `  ${name}: ${problem.replaceAll('\n', '\n  ')}`)
    super(`Invalid configuration:\n${lines.join('\n')}`, options)
  }
}

/** Why a server cannot listen on a port. */
export function listenError(
  error: unknown,
  host: string,
  portName: 'PORT' | 'METRICS_PORT',
  port: number,
): InvalidSettings {
  return new InvalidSettings(problemsOf(error, host, portName, port), { cause: error })
}

function problemsOf(error: unknown, host: string, portName: string, port: number): Record<string, string> {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return { [portName]: `port ${port} on ${host} is already in use; set another port, or 0 for any free port` }
    case 'EACCES':
      return { [portName]: `this user is not allowed to listen on port ${port}; set a port above 1023` }
    case 'EADDRNOTAVAIL':
      return { HOST: `${host} is not an address of this machine; set one of its addresses` }
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { HOST: `the host name ${host} is unknown; set an address of this machine` }
    default:
      return { HOST: `cannot listen on ${host}: ${systemMessage(error)}` }
  }
}
