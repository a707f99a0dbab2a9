/** As Chromium, Firefox and Safari say that a part of the page's code did not come. */
const LOST_CODE = /dynamically imported module|Importing a module script failed|Unable to preload CSS/

/** Whether an error is about code that could not be loaded: no network, or another version on the server by now. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && LOST_CODE.test(error.message)
