/** A defect or an unrecoverable failure. Its message is logged, so it must not contain anything that a caller sent. */
export class InternalError extends Error {}
