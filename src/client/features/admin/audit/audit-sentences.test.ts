import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '#shared/audit-actions.ts'
import { piecesOf } from './audit-sentences.ts'

const entry = {
  actorId: 'a',
  actorName: 'Ana',
  subjectId: 'b',
  subjectName: 'Bruno',
  entity: null,
  entityId: null,
  entityName: null,
  details: {},
  after: null,
}
const say = (over: object) =>
  piecesOf({ ...entry, action: 'user.ban', ...over })
    .map(({ text }) => text)
    .join('')
const agent = { subjectId: null, subjectName: null, entity: 'agent', entityId: 'c', entityName: 'Clara' }

test.each([
  [{}, 'Ana suspendeu Bruno'],
  [{ action: 'user.set-role', after: { role: 'admin' } }, 'Ana mudou o papel de Bruno para administração'],
  [{ action: 'user.set-plan', after: { plan: 'Criador' } }, 'Ana mudou o plano de Bruno para Criador'],
  [
    { action: 'user.set-plan', after: { plan: 'Criador', planUntil: '2031-12-01T02:59:59.999Z' } },
    'Ana mudou o plano de Bruno para Criador até 30 de novembro de 2031',
  ],
  [{ action: 'user.set-plan' }, 'Ana mudou o plano de Bruno'],
  [
    { action: 'user.end-plan', after: { plan: null, planUntil: null } },
    'Ana encerrou o plano que Bruno tinha pela administração',
  ],
  [
    { action: 'impersonation.write', details: { method: 'POST', path: '/api/v1/chats/x/messages' } },
    'Ana mexeu nas conversas no lugar de Bruno',
  ],
  [{ action: 'impersonation.write' }, 'Ana mexeu em algo no lugar de Bruno'],
  [{ action: 'agent.update', ...agent }, 'Ana alterou o agente Clara'],
  [{ action: 'agent.reorder', ...agent, entityId: null, entityName: null }, 'Ana mudou a ordem dos agentes'],
  [{ subjectId: null, subjectName: 'conta excluída' }, 'Ana suspendeu alguém que já saiu'],
  [{ actorId: null, actorName: 'conta excluída' }, 'Alguém que já saiu suspendeu Bruno'],
  [
    { actorId: null, action: 'user.create', details: { by: 'terminal' } },
    'O terminal do servidor criou a conta de Bruno',
  ],
  [{ action: 'plan.close', subjectId: null }, 'Ana fez “plan.close”'],
])('%j: %s', (over, sentence) => {
  expect(say(over)).toBe(sentence)
})

test('names lead to where they are edited, and nowhere once they are gone', () => {
  const linksOf = (over: object) => piecesOf({ ...entry, action: 'user.ban', ...over }).map(({ to }) => to)
  expect(linksOf({}).filter(Boolean)).toEqual(['/app/admin/users/a/edit', '/app/admin/users/b/edit'])
  expect(linksOf({ action: 'agent.update', ...agent })).toContain('/app/admin/agents/c/edit')
  expect(linksOf({ action: 'agent.delete', ...agent }).filter(Boolean)).toEqual(['/app/admin/users/a/edit'])
  const webhook = { entity: 'webhook', entityId: 'w', entityName: 'Hubla invoice.paid' }
  expect(linksOf({ action: 'webhook.retry', ...webhook })).toContain('/app/admin/webhooks/w')
})

test('every action has its sentence', () => {
  for (const action of Object.keys(AUDIT_ACTIONS)) {
    expect(say({ action, ...agent, subjectId: 'b' })).not.toMatch(/[{}“]/)
  }
})
