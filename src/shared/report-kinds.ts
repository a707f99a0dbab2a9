/** Without zod, which the entry of the client does not load. */
export const REPORT_KINDS = ['offensive', 'dangerous', 'copied', 'personal-data', 'other'] as const
