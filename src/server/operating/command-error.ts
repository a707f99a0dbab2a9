/** A command can't do what it was told; `message` is one line, in Portuguese, for who typed it. */
export class CommandError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CommandError'
  }
}
