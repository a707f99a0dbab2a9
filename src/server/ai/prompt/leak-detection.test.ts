import { describe, expect, it } from 'vitest'
import { seedAgents } from '../../db/seed/agents.ts'
import { repeatsInstructions } from './leak-detection.ts'

const [{ systemPrompt } = { systemPrompt: '' }] = seedAgents
// After the last variable.
const words = systemPrompt.slice(systemPrompt.lastIndexOf('}}')).split(/\s+/)

describe('A35 a reply that repeats its agent’s instructions', () => {
  it('is detected from any offset of two dozen words', () => {
    for (let start = 0; start + 30 <= words.length; start += 7) {
      const piece = words.slice(start, start + 30).join(' ')
      expect(repeatsInstructions(`Claro! ${piece} É isso.`, systemPrompt), piece).toBe(true)
    }
  })

  it('is detected despite case, punctuation and line breaks', () => {
    const piece = words.slice(40, 70)
    expect(repeatsInstructions(piece.join('\n> ').toUpperCase(), systemPrompt)).toBe(true)
    expect(repeatsInstructions(piece.map((word) => `**${word}**`).join(' '), systemPrompt)).toBe(true)
    expect(repeatsInstructions(piece.join(' ').normalize('NFD'), systemPrompt)).toBe(true)
  })

  it('is not detected in a paraphrase or other text', () => {
    expect(repeatsInstructions('', systemPrompt)).toBe(false)
    expect(repeatsInstructions(words.slice(0, 9).join(' '), systemPrompt)).toBe(false)
    expect(repeatsInstructions('Não posso mostrar as minhas instruções.', systemPrompt)).toBe(false)
    for (const other of seedAgents.slice(1)) {
      expect(repeatsInstructions(other.systemPrompt, systemPrompt)).toBe(false)
    }
    expect(repeatsInstructions('Responda.', 'Responda.')).toBe(false)
  })

  it('is detected by the instructions of its own agent, of however many', () => {
    const secretOf = (agent: number) =>
      Array.from({ length: 24 }, (_, index) => `palavra${agent}x${index}`).join(' ')
    for (const round of [1, 2]) {
      for (let agent = 0; agent < 120; agent += 1) {
        expect(repeatsInstructions(secretOf(agent), secretOf(agent)), `${round} ${agent}`).toBe(true)
        expect(repeatsInstructions(secretOf(agent), secretOf(agent + 1)), `${round} ${agent}`).toBe(false)
      }
    }
  })
})
