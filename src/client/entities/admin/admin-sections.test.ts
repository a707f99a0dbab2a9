import { expect, test } from 'vitest'
import { ADMIN_GROUPS, isOpenAt } from './admin-sections.ts'

const openAt = (path: string) =>
  ADMIN_GROUPS.flatMap(({ sections }) => sections)
    .filter((section) => isOpenAt(section, path))
    .map(({ label }) => label)

test('every page of the house belongs to one section', () => {
  expect(openAt('/app/admin')).toEqual(['Painel'])
  expect(openAt('/app/admin/')).toEqual(['Painel'])
  expect(openAt('/app/admin/respostas')).toEqual(['Painel'])
  expect(openAt('/app/admin/labels')).toEqual(['Etiquetas'])
  expect(openAt('/app/admin/labels/new')).toEqual(['Etiquetas'])
  expect(openAt('/app/admin/users/7/edit')).toEqual(['Usuários'])
  expect(openAt('/app/admin/planos/7/edit')).toEqual(['Planos'])
  expect(openAt('/app/admin/webhooks')).toEqual(['Webhooks'])
  expect(openAt('/app/admin/webhooks/7')).toEqual(['Webhooks'])
  expect(openAt('/app/admin/usersx')).toEqual([])
})
