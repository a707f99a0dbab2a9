import Big from 'big.js'

/** A model's prices in US dollars per million tokens, as decimal text. */
export type Price = { inputPrice: string; cachedInputPrice: string; outputPrice: string }

/** Token counts; `cached` is part of the input. */
export type Tokens = { total: number; cached: number; output: number }

const MILLION = 1_000_000
const PLACES = 6

export type Cost = { usd: string | null; unpricedTokens: number }

/** Sums the operator's cost over models. Tokens without a price are counted separately, never as free. */
export class CostSum {
  #dollars = new Big(0)
  #isPriced = false
  #unpricedTokens = 0

  add({ total, cached, output }: Tokens, price: Price | undefined): void {
    if (total === 0) return
    if (!price) {
      this.#unpricedTokens += total
      return
    }
    this.#isPriced = true
    // Rows from before input and output were counted separately count as input.
    this.#dollars = this.#dollars
      .plus(new Big(price.inputPrice).times(Math.max(total - output - cached, 0)))
      .plus(new Big(price.cachedInputPrice).times(cached))
      .plus(new Big(price.outputPrice).times(output))
  }

  get cost(): Cost {
    const isUnknown = !this.#isPriced && this.#unpricedTokens > 0
    const usd = isUnknown ? null : this.#dollars.div(MILLION).toFixed(PLACES)
    return { usd, unpricedTokens: this.#unpricedTokens }
  }
}
