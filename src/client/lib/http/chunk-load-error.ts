/** Messages of Chromium, Firefox and Safari. */
const CHUNK_LOAD_FAILURE =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/

/** The page's code could not be loaded: no network, or the server has another version. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && CHUNK_LOAD_FAILURE.test(error.message)
