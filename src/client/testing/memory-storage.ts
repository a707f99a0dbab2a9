/** A storage in memory; `items` is its content. */
export function memoryStorage() {
  const items = new Map<string, string>()
  return {
    items,
    get length() {
      return items.size
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/** A storage whose keys are properties too, as in a browser. */
export const browserStorage = () =>
  new Proxy(memoryStorage(), {
    ownKeys: ({ items }) => [...items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
