import { AddressFilter } from './address-filter.ts'
import { CitationFilter } from './citation-filter.ts'

type Given = { has(number: number): boolean; addresses: { isForeign(address: string): boolean } }

/** Takes out of a reply in pieces the numbers that no passage has, and the links that passages brought into it. */
export class CitedTextFilter {
  readonly #citations: CitationFilter
  readonly #addresses: AddressFilter

  constructor(given: Given) {
    this.#citations = new CitationFilter((number) => given.has(number))
    this.#addresses = new AddressFilter((address) => given.addresses.isForeign(address))
  }

  /** Continues after a text that readers have. */
  resume(text: string): void {
    this.#citations.resume(text)
    this.#addresses.resume(text)
  }

  /** Answers the text that is certain by now. */
  add(text: string): string {
    return this.#addresses.add(this.#citations.add(text))
  }

  /** Answers the rest. */
  end(): string {
    return this.#addresses.add(this.#citations.end()) + this.#addresses.end()
  }
}
