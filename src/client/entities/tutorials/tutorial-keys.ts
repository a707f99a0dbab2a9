/** Query keys of users' and administrators' lists: a change affects both. */
export const tutorialKeys = {
  all: ['tutorials'],
  list: ['tutorials', 'list'],
  admin: ['tutorials', 'admin'],
} as const
