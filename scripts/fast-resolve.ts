import { existsSync } from 'node:fs'
import { type ResolveFnOutput, type ResolveHookSync, registerHooks } from 'node:module'

/** Caches the resolution of imports until the returned hooks are `deregister`ed. */
export const registerFastResolve = () => registerHooks({ resolve: cachedResolver() })

const EXTENSION = /\.(?:m?js|ts)$/
const PACKAGES = '/node_modules/'

/** Packages that are loaded at their first use: modules with the same asynchronous functions stand for them. */
const DEFERRED: Record<string, string> = {
  '@simplewebauthn/server': new URL('../src/server/auth/second-factor/deferred-webauthn.ts', import.meta.url)
    .href,
}

/**
 * Node 24 parses a package's whole `exports` for each import of it and inside it: 180 KB, over a thousand
 * times, for drizzle-orm alone. Files of one extension below the same package.json have the same format, and files of
 * one package see the same packages, so one result is reused for all.
 */
function cachedResolver(): ResolveHookSync {
  const formats = new Map<string, string | null | undefined>()
  const found = new Map<string, ResolveFnOutput>()
  const scopes = new Map<string, string>()
  /** The folder with the nearest package.json. */
  const scopeOf = (folder: string): string => {
    const known = scopes.get(folder)
    if (known !== undefined) return known
    const above = folder.slice(0, folder.lastIndexOf('/'))
    const isScope = above.endsWith('/') || existsSync(new URL(`${folder}/package.json`))
    const scope = isScope ? folder : scopeOf(above)
    scopes.set(folder, scope)
    return scope
  }
  return (specifier, context, next) => {
    const { parentURL, conditions, importAttributes } = context
    const isPlain = parentURL && conditions.includes('import') && Object.keys(importAttributes).length === 0
    if (!isPlain) return next(specifier, context)
    const deferred = DEFERRED[specifier]
    if (deferred && parentURL !== deferred) return { url: deferred, shortCircuit: true }
    if (!/^[./]/.test(specifier)) {
      const key = `${packageOf(parentURL)} ${specifier}`
      const known = found.get(key) ?? { ...next(specifier, context), shortCircuit: true }
      found.set(key, known)
      return known
    }
    const [extension] = EXTENSION.exec(specifier) ?? []
    if (!extension || !specifier.startsWith('.')) return next(specifier, context)
    const { href: url } = new URL(specifier, parentURL)
    const kind = `${extension} ${scopeOf(url.slice(0, url.lastIndexOf('/')))}`
    const format = formats.get(kind)
    if (format) return { url, format, shortCircuit: true }
    const resolved = next(specifier, context)
    // Without `type` in package.json, the format depends on each file's content.
    formats.set(kind, resolved.format)
    return resolved
  }
}

/** Folder of the package that a file belongs to; empty for the program's own files. */
function packageOf(url: string): string {
  const start = url.lastIndexOf(PACKAGES) + PACKAGES.length
  if (start < PACKAGES.length) return ''
  const end = url.indexOf('/', url[start] === '@' ? url.indexOf('/', start) + 1 : start)
  return url.slice(0, end)
}
