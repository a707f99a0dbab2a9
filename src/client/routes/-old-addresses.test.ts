import { isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { currentAddress, leaveOldAddress } from './-old-addresses.ts'

test.each([
  ['/app/personalizacao/produtos/novo', '/app/personalizacao/produtos/new'],
  ['/app/personalizacao/ofertas/novo/', '/app/personalizacao/ofertas/new'],
  ['/app/admin/planos/novo?a=/novo#b', '/app/admin/planos/new?a=/novo#b'],
  ['/app/personalizacao/produtos/new?volta=/app/personalizacao/ofertas/novo', undefined],
  ['/app/personalizacao/produtos', undefined],
  ['/app/novos', undefined],
])('%s is now %s', (href, current) => {
  expect(currentAddress(href)).toBe(current)
})

test('a former address redirects, a current one does not', () => {
  expect(() => leaveOldAddress({ href: '/app/personalizacao/marcas/new' })).not.toThrow()
  let thrown: unknown
  try {
    leaveOldAddress({ href: '/app/personalizacao/marcas/novo' })
  } catch (error) {
    thrown = error
  }
  expect(isRedirect(thrown) && thrown.options.href).toBe('/app/personalizacao/marcas/new')
})
