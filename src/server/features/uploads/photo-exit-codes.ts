/** Exit codes of the image process; any other code means a damaged image, or one that exceeded its limits. */
export const OUTCOME = { done: 0, notAnImage: 10, tooManyPixels: 11, unreadable: 12 } as const
