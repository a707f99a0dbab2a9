/** Written by the build into its folder, read by the server. */
export const PRELOADS_FILE = 'preloads.json'

/** `path` is the pathname of a `URLPattern`; `files` are scripts and style sheets. */
export type Preload = { path: string; files: string[] }
