/** What the process that reads images says by its exit code; any other end is a damaged image, or one too costly. */
export const OUTCOME = { done: 0, notAnImage: 10, tooManyPixels: 11, unreadable: 12 } as const
