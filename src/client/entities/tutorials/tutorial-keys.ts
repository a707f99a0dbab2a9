/** Questions about tutorials, those of everybody and those of administrators: a change by one concerns the other. */
export const tutorialKeys = {
  all: ['tutorials'],
  list: ['tutorials', 'list'],
  admin: ['tutorials', 'admin'],
} as const
