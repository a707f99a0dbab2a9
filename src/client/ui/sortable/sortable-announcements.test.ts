import { expect, test } from 'vitest'
import { announcementsFor } from './sortable-announcements.ts'

const { onDragStart, onDragOver, onDragEnd, onDragCancel } = announcementsFor(['a', 'b'], (id) =>
  id === 'a' ? 'Copy' : 'Vídeo',
)
const at = (id: string) => ({ id }) as never

test('each step is announced with name and position', () => {
  expect(onDragStart({ active: at('a') })).toBe('Copy levantado, posição 1 de 2.')
  expect(onDragOver({ active: at('a'), over: at('b') })).toBe('Copy: posição 2 de 2.')
  expect(onDragOver({ active: at('a'), over: at('a') })).toBe('Copy levantado, posição 1 de 2.')
  expect(onDragEnd({ active: at('a'), over: at('b') })).toBe('Copy fica na posição 2 de 2.')
  expect(onDragEnd({ active: at('a'), over: null })).toBe('Copy ficou onde estava.')
  expect(onDragCancel({ active: at('a'), over: at('b') })).toBe('Desistiu de mover. Copy ficou onde estava.')
})
