import { expect, it } from 'vitest'
import { problemsOf, readAgentFile } from './agent-file.ts'

const AGENT = { name: 'Nina', description: 'Responde dúvidas', systemPrompt: 'Você é Nina.' }
const read = (content: unknown) =>
  readAgentFile(new Blob([typeof content === 'string' ? content : JSON.stringify(content)]))

it('reads an exported agent', async () => {
  const { file, problems } = await read({ kind: 'agent', format: 1, agent: { ...AGENT, labels: ['Copy'] } })
  expect(problems).toEqual([])
  expect(file?.agent).toMatchObject({ ...AGENT, labels: ['Copy'], enableFreePlan: false })
})

it('says at each field what is wrong with it, in Portuguese', async () => {
  const { file, problems } = await read({
    kind: 'agent',
    format: 1,
    agent: { ...AGENT, name: ' ', promptRecommendations: [{ content: 'a'.repeat(501), order: 0 }] },
  })
  expect(file).toBeNull()
  expect(problems).toMatchObject([
    { field: 'Nome', text: 'O nome é obrigatório' },
    { field: 'Sugestões', text: expect.stringContaining('500') },
  ])
})

it.each([
  ['no JSON', '{"kind":', /JSON/],
  ['another JSON', { produtos: [] }, /não é um agente/],
  ['a list', [], /não é um agente/],
  ['a file of a later format', { kind: 'agent', format: 99, agent: AGENT }, /outra versão/],
  ['a file that is too large', 'a'.repeat(300_000), /grande demais/],
])('refuses %s', async (_what, content, text) => {
  const { file, problems } = await read(content)
  expect(file).toBeNull()
  expect(problems[0]?.text).toMatch(text)
})

it("tells the server's refusal the same way", () => {
  expect(problemsOf([['agent.photoUrl', 'Invalid photo URL']])).toEqual([
    { path: 'agent.photoUrl', field: 'Foto', text: 'Endereço de foto inválido' },
  ])
})
