import { readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { RequiredField } from '#shared/contract/required-context.ts'
import { LIMITS } from '#shared/limits.ts'
import { seedAgents } from './agents.ts'
import { seedLabels } from './labels.ts'

const publicDir = new URL('../../../../public/', import.meta.url)
const portraitOf = (photoUrl: string) => new URL(photoUrl.slice(1), publicDir)

function expectUnique(values: readonly string[]) {
  expect(new Set(values).size).toBe(values.length)
}

describe('seeded agents', () => {
  it('are eight, five of them in the free plan', () => {
    expect(seedAgents).toHaveLength(8)
    expect(seedAgents.filter((agent) => agent.enableFreePlan)).toHaveLength(5)
  })

  it('have valid, unique ids and slugs', () => {
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

/** Placeholders that a chat can fill; it asks for any other. */
const KNOWN = new Set(['produto', 'público', 'transformação', 'preço', 'oferta', 'marca'])

const variablesOf = (content: string) => [...content.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)

describe('variables of recommendations', () => {
  const contents = seedAgents.flatMap(({ recommendations }) => recommendations.map(({ content }) => content))

  it('are common, cover every kind, and have readable names', () => {
    const used = contents.map(variablesOf)
    expect(used.filter((names) => names.length > 0).length).toBeGreaterThanOrEqual(contents.length / 2)
    const names = new Set(used.flat())
    expect([...KNOWN].filter((name) => !names.has(name))).toEqual([])
    for (const name of names) expect(name).toMatch(/^\p{Ll}+( \p{Ll}+){0,3}$/u)
    // Some must be asked for.
    expect([...names].some((name) => !KNOWN.has(name))).toBe(true)
  })

  it('have single, closed braces, and each name once', () => {
    for (const content of contents) {
      const names = variablesOf(content)
      expect(names.reduce((text, name) => text.replace(`{${name}}`, ''), content)).not.toMatch(/[{}]/)
      expect(new Set(names).size).toBe(names.length)
    }
  })
})

describe.each(seedAgents)('$slug', (agent) => {
  it('lists its required fields, each once', () => {
    expect(agent.requiredContext.length).toBeGreaterThan(0)
    expect(new Set(agent.requiredContext).size).toBe(agent.requiredContext.length)
    for (const field of agent.requiredContext) expect(RequiredField.options).toContain(field)
  })

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

  it('has a small bundled portrait without scripts', () => {
    expect(agent.photoUrl).toBe(`/agents/${agent.slug}.svg`)
    const file = portraitOf(agent.photoUrl)
    expect(statSync(file).size).toBeLessThanOrEqual(8 * 1024)
    const svg = readFileSync(file, 'utf8')
    expect(svg).toContain('viewBox="0 0 400 400"')
    expect(svg).not.toMatch(/<(script|style|text|image|foreignObject)\b|href|\son\w+=|url\((?!#)/i)
  })
})
