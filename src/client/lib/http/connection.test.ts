import { afterEach, expect, test, vi } from 'vitest'
import {
  isConnectionLost,
  onKeptOutdated,
  onUnanswered,
  setConnectionLost,
  subscribeConnection,
  tellAnswered,
  tellKept,
  tellUnanswered,
} from './connection.ts'

afterEach(() => tellAnswered())

test('a call without an answer only has somebody look; what they find is told once', () => {
  const [look, listener] = [vi.fn(), vi.fn()]
  onUnanswered(look)
  const end = subscribeConnection(listener)
  tellUnanswered()
  expect(look).toHaveBeenCalledTimes(1)
  expect(isConnectionLost()).toBe(false)
  setConnectionLost(true)
  setConnectionLost(true)
  expect(isConnectionLost()).toBe(true)
  expect(listener).toHaveBeenCalledTimes(1)
  tellAnswered()
  expect(isConnectionLost()).toBe(false)
  expect(listener).toHaveBeenCalledTimes(2)
  end()
  setConnectionLost(true)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('what was kept is outdated with the first real answer, and only then', () => {
  const outdated = vi.fn()
  onKeptOutdated(outdated)
  setConnectionLost(true)
  tellAnswered()
  expect(outdated).not.toHaveBeenCalled()
  tellKept()
  expect(outdated).not.toHaveBeenCalled()
  tellAnswered()
  tellAnswered()
  expect(outdated).toHaveBeenCalledTimes(1)
})
