import { expect, test } from 'vitest'
import { ADMIN_GROUPS, isOpenAt } from './admin-sections.ts'

const openAt = (path: string) =>
  ADMIN_GROUPS.flatMap(({ sections }) => sections)
    .filter((section) => isOpenAt(section, path))
    .map(({ label }) => label)

test('the navigation has the names of the house, in their order', () => {
  expect(ADMIN_GROUPS.map(({ sections }) => sections.map(({ label }) => label))).toEqual([
    ['Visão geral', 'Avaliações'],
    ['Agentes', 'Etiquetas', 'Tutoriais'],
    ['Pessoas', 'Avisos'],
    ['Planos', 'Vendas'],
    ['Registro'],
  ])
})

test('every page of the house belongs to one section', () => {
  expect(openAt('/app/admin')).toEqual(['Visão geral'])
  expect(openAt('/app/admin/')).toEqual(['Visão geral'])
  expect(openAt('/app/admin/respostas')).toEqual(['Visão geral'])
  expect(openAt('/app/admin/limites')).toEqual(['Visão geral'])
  expect(openAt('/app/admin/identidade')).toEqual(['Visão geral'])
  expect(openAt('/app/admin/labels')).toEqual(['Etiquetas'])
  expect(openAt('/app/admin/labels/new')).toEqual(['Etiquetas'])
  expect(openAt('/app/admin/users/7/edit')).toEqual(['Pessoas'])
  expect(openAt('/app/admin/planos/7/edit')).toEqual(['Planos'])
  expect(openAt('/app/admin/acervo/7')).toEqual(['Agentes'])
  expect(openAt('/app/admin/agents/7/edit')).toEqual(['Agentes'])
  expect(openAt('/app/admin/revisor')).toEqual(['Agentes'])
  expect(openAt('/app/admin/webhooks')).toEqual(['Vendas'])
  expect(openAt('/app/admin/webhooks/7')).toEqual(['Vendas'])
  expect(openAt('/app/admin/users/seguranca')).toEqual(['Pessoas'])
  expect(openAt('/app/admin/usersx')).toEqual([])
})
