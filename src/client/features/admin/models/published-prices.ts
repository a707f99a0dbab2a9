import type { ModelPrice } from '#shared/contract/usage.ts'

type Published = Omit<ModelPrice, 'isOffered' | 'contextTokens'> & { contextTokens: number; until?: string }

const row = (
  provider: ModelPrice['provider'],
  model: string,
  prices: readonly [input: string, cached: string, output: string],
  contextTokens: number,
): Published => {
  const [inputPrice, cachedInputPrice, outputPrice] = prices
  return { provider, model, inputPrice, cachedInputPrice, outputPrice, contextTokens }
}

const MILLION = 1_048_576
const MILLION_AND_MORE = 1_050_000

/**
 * Standard prices in US dollars per million tokens, as developers.openai.com/api/docs/models and
 * ai.google.dev/gemini-api/docs/pricing gave them on `date`, for prompts below the surcharge for long ones.
 */
export const PUBLISHED_PRICES: { date: string; prices: readonly Published[] } = {
  date: '2026-10-27',
  prices: [
    row('openai', 'gpt-6.1-sol', ['2', '0.1', '10'], MILLION_AND_MORE),
    row('openai', 'gpt-6.1-terra', ['1', '0.05', '5'], MILLION_AND_MORE),
    row('openai', 'gpt-6-luna', ['0.1', '0.01', '0.5'], MILLION_AND_MORE),
    row('openai', 'gpt-5.6-luna', ['0.2', '0.02', '1.2'], MILLION_AND_MORE),
    // Announced at twice the price from 2027 on.
    { ...row('google', 'gemini-3.8-flash', ['0.75', '0.075', '3.75'], MILLION), until: '2026-12-31' },
    row('google', 'gemini-3.5-flash-lite', ['0.3', '0.03', '2.5'], MILLION),
    row('google', 'gemini-3.1-flash-lite', ['0.25', '0.025', '1.5'], MILLION),
    row('google', 'gemini-2.5-flash', ['0.3', '0.03', '2.5'], MILLION),
  ],
}
