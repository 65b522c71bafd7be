/** A mistake by the user of a command. It is printed as one line, without a stack trace. */
export class UsageError extends Error {}

/** A record that was named does not exist. */
export class NotFoundError extends UsageError {}
