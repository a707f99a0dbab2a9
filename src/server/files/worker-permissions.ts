type Scope = 'worker' | 'addon' | 'fs.read'

/**
 * Takes permissions from this process until its end, as far as Node's permission model is on. Libraries must be loaded
 * before.
 */
export function drop(...scopes: Scope[]): void {
  const { permission }: { permission?: { drop?: (scope: Scope) => void } } = Object(process)
  for (const scope of scopes) permission?.drop?.(scope)
}
