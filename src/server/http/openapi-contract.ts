import { readdir } from 'node:fs/promises'

const FOLDER = new URL('../../shared/contract/', import.meta.url)

/** All modules of the contract. Only the document of the API needs them together, when it is asked for first. */
export async function contractModules(): Promise<object[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(names.sort().map((name) => import(new URL(name, FOLDER).href)))
  return [await import('#shared/envelope.ts'), ...modules]
}
