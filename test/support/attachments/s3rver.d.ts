declare module 's3rver' {
  /** The parts that tests use. */
  export default class S3rver {
    constructor(options: object)
    run(): Promise<object>
    close(): Promise<void>
  }
}
