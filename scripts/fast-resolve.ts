import { type ResolveHookSync, registerHooks } from 'node:module'

/** Caches resolution inside packages until the returned hooks are `deregister`ed. */
export const registerFastResolve = () => registerHooks({ resolve: resolverInsidePackages() })

const EXTENSION = /\.m?js$/

/**
 * Node 24 parses a package's whole `exports` for each import between its files: 180 KB, about a thousand
 * times, for drizzle-orm alone. Files of one folder and extension have the same format, so one result is
 * reused for all.
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
    // Without `type` in package.json, the format depends on each file's content.
    formats.set(kind, resolved.format)
    return resolved
  }
}
