import Big from 'big.js'

/** What a model costs, in US dollars a million tokens, as decimal text. */
export type Price = { inputPrice: string; cachedInputPrice: string; outputPrice: string }

/** What was read and written; `cached` is a part of what was read. */
export type Tokens = { total: number; cached: number; output: number }

const MILLION = 1_000_000
const PLACES = 6

export type Cost = { usd: string | null; unpricedTokens: number }

/** What several models have cost the house. What has no price is counted, and never as nothing. */
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
    // Of what was counted before its parts were, all is taken for what was read.
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
