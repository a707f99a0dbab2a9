import { afterEach, expect, test, vi } from 'vitest'
import {
  isConnectionLost,
  onStaleContent,
  onUnanswered,
  reportOnline,
  reportStaleContent,
  reportUnanswered,
  setConnectionLost,
  subscribeConnection,
} from './connection.ts'

afterEach(() => reportOnline())

test('a call without an answer only has somebody look; what they find is told once', () => {
  const [look, listener] = [vi.fn(), vi.fn()]
  onUnanswered(look)
  const end = subscribeConnection(listener)
  reportUnanswered()
  expect(look).toHaveBeenCalledTimes(1)
  expect(isConnectionLost()).toBe(false)
  setConnectionLost(true)
  setConnectionLost(true)
  expect(isConnectionLost()).toBe(true)
  expect(listener).toHaveBeenCalledTimes(1)
  reportOnline()
  expect(isConnectionLost()).toBe(false)
  expect(listener).toHaveBeenCalledTimes(2)
  end()
  setConnectionLost(true)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('what was kept is outdated with the first real answer, and only then', () => {
  const outdated = vi.fn()
  onStaleContent(outdated)
  setConnectionLost(true)
  reportOnline()
  expect(outdated).not.toHaveBeenCalled()
  reportStaleContent()
  expect(outdated).not.toHaveBeenCalled()
  reportOnline()
  reportOnline()
  expect(outdated).toHaveBeenCalledTimes(1)
})
