import { readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LIMITS } from '#shared/limits.ts'
import { seedAgents } from './agents.ts'
import { seedLabels } from './labels.ts'

const publicDir = new URL('../../../../public/', import.meta.url)
const portraitOf = (photoUrl: string) => new URL(photoUrl.slice(1), publicDir)

function expectUnique(values: readonly string[]) {
  expect(new Set(values).size).toBe(values.length)
}

describe('seeded agents', () => {
  it('are eight, five of them open to the free plan', () => {
    expect(seedAgents).toHaveLength(8)
    expect(seedAgents.filter((agent) => agent.enableFreePlan)).toHaveLength(5)
  })

  it('have valid ids and slugs of their own', () => {
    const ids = [
      ...seedLabels.map((label) => label.id),
      ...seedAgents.flatMap((agent) => [agent.id, ...agent.recommendations.map(({ id }) => id)]),
    ]
    expectUnique(ids)
    for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true)
    expectUnique(seedAgents.map((agent) => agent.slug))
    expectUnique(seedAgents.map((agent) => agent.name))
  })

  it('use every label, and only labels that exist', () => {
    const used = new Set(seedAgents.flatMap((agent) => agent.labelIds))
    expect([...used].sort()).toEqual(seedLabels.map((label) => label.id).sort())
    expect(seedLabels.map((label) => label.order)).toEqual(seedLabels.map((_, index) => index))
  })
})

describe.each(seedAgents)('$slug', (agent) => {
  it('offers three short recommendations', () => {
    expect(agent.recommendations).toHaveLength(LIMITS.recommendationsPerAgent)
    for (const { content } of agent.recommendations) {
      expect(content.trim()).toBe(content)
      expect(content.length).toBeGreaterThan(0)
      expect(content.length).toBeLessThanOrEqual(200)
    }
  })

  it('has a prompt of 500 to 900 words with only the two known variables', () => {
    const words = agent.systemPrompt.match(/[\p{L}\p{N}]+/gu) ?? []
    expect(words.length).toBeGreaterThanOrEqual(500)
    expect(words.length).toBeLessThanOrEqual(900)
    const rest = agent.systemPrompt.replaceAll('{{nome_do_criador}}', '').replaceAll('{{data_de_hoje}}', '')
    expect(rest).not.toMatch(/[{}]/)
  })

  it('has a small, inert portrait that ships with the project', () => {
    expect(agent.photoUrl).toBe(`/agents/${agent.slug}.svg`)
    const file = portraitOf(agent.photoUrl)
    expect(statSync(file).size).toBeLessThanOrEqual(8 * 1024)
    const svg = readFileSync(file, 'utf8')
    expect(svg).toContain('viewBox="0 0 400 400"')
    expect(svg).not.toMatch(/<(script|style|text|image|foreignObject)\b|href|\son\w+=|url\((?!#)/i)
  })
})
