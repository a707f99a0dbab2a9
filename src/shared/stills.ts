/** Pages of the app whose first picture the build renders: `<name>.html` is `index.html` with it, for `/<name>`. */
export const STILLS = ['sign-in', 'sign-up', 'forgot'] as const
export type StillName = (typeof STILLS)[number]
