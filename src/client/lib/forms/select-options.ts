/** The choices of a select, in the order of their labels' keys. */
export const selectOptions = <Value extends string>(labels: Record<Value, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }))
