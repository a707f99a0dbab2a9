import { type ResolveHookSync, registerHooks } from 'node:module'

/** Makes imports inside packages cheap until what it answers is told to `deregister`. */
export const registerFastResolve = () => registerHooks({ resolve: resolverInsidePackages() })

const EXTENSION = /\.m?js$/

/**
 * Node 24 parses all of a package's `exports` for each import of one of its files by another: 180 KB, some thousand
 * times, for drizzle-orm alone. Files of one folder and extension are of one format, so one answer does for all.
 */
function resolverInsidePackages(): ResolveHookSync {
  const formats = new Map<string, string | null | undefined>()
  return (specifier, context, next) => {
    const { parentURL, conditions } = context
    const [extension] = EXTENSION.exec(specifier) ?? []
    const isFile = extension && specifier.startsWith('.') && conditions.includes('import')
    if (!isFile || !parentURL?.includes('/node_modules/')) return next(specifier, context)
    const { href: url } = new URL(specifier, parentURL)
    const kind = `${extension} ${url.slice(0, url.lastIndexOf('/'))}`
    const format = formats.get(kind)
    if (format) return { url, format, shortCircuit: true }
    const resolved = next(specifier, context)
    // None where package.json names no `type`: there each file is looked into by itself.
    formats.set(kind, resolved.format)
    return resolved
  }
}
