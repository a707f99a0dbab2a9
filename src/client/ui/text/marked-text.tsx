import { createContext, type ReactNode, use } from 'react'

/** Marks the found words of a text; null where nothing is marked. Its code is loaded by a jump from a search. */
export type MarkWords = ((text: string) => ReactNode) | null
export const MarkedWords = createContext<MarkWords>(null)

/** A text with its found words marked. */
export const MarkedText = ({ text }: { text: string }) => use(MarkedWords)?.(text) ?? text
