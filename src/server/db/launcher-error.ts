/** The embedded database cannot be used; `message` is one line, in Portuguese, for who starts the app. */
export class LauncherError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'LauncherError'
  }
}
