import { expect, test } from 'vitest'
import { keyName, shortcutOf } from './shortcuts.ts'

const press = (key: string, ...held: ('ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey')[]) => ({
  key,
  ctrlKey: held.includes('ctrlKey'),
  metaKey: held.includes('metaKey'),
  shiftKey: held.includes('shiftKey'),
  altKey: held.includes('altKey'),
})

const elsewhere = { isTyping: false, hasMac: false }
const typing = { isTyping: true, hasMac: false }

test.each([
  [press('k', 'ctrlKey'), 'palette'],
  [press('K', 'ctrlKey'), 'palette'],
  [press('O', 'ctrlKey', 'shiftKey'), 'newChat'],
  [press('b', 'ctrlKey'), 'sidebar'],
  [press('C', 'ctrlKey', 'shiftKey'), 'copyReply'],
  [press('/'), 'composer'],
  [press('?', 'shiftKey'), 'help'],
  [press('?'), 'help'],
])('%o is %s', (it, name) => {
  expect(shortcutOf(it, elsewhere)).toBe(name)
})

test.each([
  press('k'),
  press('k', 'ctrlKey', 'shiftKey'),
  press('k', 'ctrlKey', 'altKey'),
  press('k', 'metaKey'),
  press('o', 'ctrlKey'),
  press('c', 'ctrlKey'),
  press('/', 'ctrlKey'),
  press('/', 'altKey'),
])('%o is none', (it) => {
  expect(shortcutOf(it, elsewhere)).toBeUndefined()
})

test('single keys are text while the user types; shortcuts with Ctrl still work', () => {
  expect(shortcutOf(press('?', 'shiftKey'), typing)).toBeUndefined()
  expect(shortcutOf(press('/'), typing)).toBeUndefined()
  expect(shortcutOf(press('k', 'ctrlKey'), typing)).toBe('palette')
})

test('a Mac has its own key', () => {
  const mac = { isTyping: false, hasMac: true }
  expect(shortcutOf(press('k', 'metaKey'), mac)).toBe('palette')
  expect(shortcutOf(press('k', 'ctrlKey'), mac)).toBeUndefined()
  expect([keyName('mod', true), keyName('mod', false), keyName('K', true)]).toEqual(['⌘', 'Ctrl', 'K'])
})
