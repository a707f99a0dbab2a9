declare const value: unique symbol

/** JSON that the database wrote, for the response body: reading rows and writing them again costs more. */
export type JsonText<T> = string & { readonly [value]?: T }

export const parseJson = <T>(text: JsonText<T>): T => JSON.parse(text)

/** A list of texts as one JSON array. */
export const jsonArray = <T>(items: JsonText<T>[]): JsonText<T[]> => `[${items.join(',')}]`
